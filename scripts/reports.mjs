// Reads the reports of the test runners. Each reader returns the results of the tests
// by their names: "passed", "failed", "skipped", or "unsteady" for a test that failed
// and then passed. Packages and files that fail without a failed test are in it too.
import { readFileSync } from "node:fs";

/** @typedef {Map<string, "passed" | "failed" | "skipped" | "unsteady">} Results */

/** Adds a result. Tests may have the same name; each of them counts. */
function add(results, name, result) {
  let unique = name;
  for (let n = 2; results.has(unique); n++) unique = `${name} (${n})`;
  results.set(unique, result);
}

/** Go prints one JSON event per line, and plain lines when a build fails. */
export function goEvents(text) {
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

/** @returns {Results} */
export function goResults(text) {
  const results = new Map();
  const withFailedTest = new Set();
  const names = { pass: "passed", fail: "failed", skip: "skipped" };
  for (const { Action, Package, Test } of goEvents(text)) {
    const result = names[Action];
    if (!result || !Package) continue;
    if (Test) {
      results.set(`${Package} ${Test}`, result);
      if (result === "failed") withFailedTest.add(Package);
    } else if (result === "failed" && !withFailedTest.has(Package)) {
      // It does not compile, or it crashed.
      results.set(Package, result);
    }
  }
  return results;
}

/**
 * What to run for a second attempt: one line per package with its path and a pattern
 * of its failed tests. Subtests run with the whole test. A package that failed without
 * a failed test runs as a whole.
 */
export function failedGoTests(text) {
  const tests = new Map();
  for (const [name, result] of goResults(text)) {
    if (result !== "failed") continue;
    const [path, test] = name.split(" ");
    const found = tests.get(path) ?? new Set();
    found.add(test ? test.split("/")[0] : ".*");
    tests.set(path, found);
  }
  return [...tests].map(([path, found]) => `${path} ^(${[...found].join("|")})$`);
}

/** What the failed tests, packages and builds printed. */
export function goFailures(text) {
  const output = new Map();
  const failed = new Set();
  for (const { Action, Package, Test, Output, ImportPath, FailedBuild } of goEvents(text)) {
    const key = Test ? `${Package} ${Test}` : (Package ?? ImportPath);
    if (Output) output.set(key, (output.get(key) ?? "") + Output);
    if (Action === "fail") {
      failed.add(key);
      if (FailedBuild) failed.add(FailedBuild);
    }
  }
  return [...failed].map((key) => `--- ${key}\n${output.get(key) ?? ""}`);
}

/** @returns {Results} */
export function vitestResults(text) {
  const results = new Map();
  for (const { name: file, status, assertionResults } of JSON.parse(text).testResults) {
    for (const test of assertionResults) {
      const result = test.status === "passed" || test.status === "failed" ? test.status : "skipped";
      add(results, `${file} ${test.fullName}`, result);
    }
    if (status === "failed" && assertionResults.every((test) => test.status !== "failed")) results.set(file, "failed");
  }
  return results;
}

/** The files with a failure, for a second attempt. */
export function failedVitestFiles(text) {
  return JSON.parse(text)
    .testResults.filter(({ status }) => status === "failed")
    .map(({ name }) => name);
}

/** Playwright makes second attempts by itself. @returns {Results} */
export function playwrightResults(text) {
  const results = new Map();
  const names = { expected: "passed", unexpected: "failed", flaky: "unsteady", skipped: "skipped" };
  const read = ({ specs = [], suites = [] }) => {
    for (const { file, line, title, tests } of specs) {
      for (const { status } of tests) add(results, `${file}:${line} ${title}`, names[status]);
    }
    suites.forEach(read);
  };
  const { suites, errors } = JSON.parse(text);
  read({ suites });
  for (const { message = "error" } of errors) add(results, message.split("\n")[0], "failed");
  return results;
}

/** @returns {Results} */
export function faultResults(text) {
  return new Map(JSON.parse(text).map(({ name, result }) => [name, result]));
}

const failed = (results) => [...results].filter(([, result]) => result === "failed").map(([name]) => name);

export const failedTrials = (text) => failed(faultResults(text));
export const failedBrowserTests = (text) => failed(playwrightResults(text));

/**
 * The results of a run and of the second attempt at what failed in it. A test that
 * passed only then is unsteady.
 *
 * @param {Results} first
 * @param {Results} again
 * @returns {Results}
 */
export function withSecondAttempt(first, again) {
  const results = new Map(first);
  for (const [name, result] of again) {
    results.set(name, first.get(name) === "failed" && result === "passed" ? "unsteady" : result);
  }
  for (const [name, result] of first) {
    // A package or a file as a whole: it has no result when nothing is wrong with it.
    const within = [...again].filter(([other]) => other.startsWith(`${name} `));
    if (result === "failed" && !again.has(name) && within.length > 0) {
      results.set(name, within.some(([, later]) => later === "failed") ? "failed" : "unsteady");
    }
  }
  return results;
}

export const readers = [
  { step: "go-tests", report: "go", read: goResults },
  { step: "race-tests", report: "race", read: goResults },
  { step: "unit-tests", report: "vitest", read: vitestResults },
  { step: "faults", report: "faults", read: faultResults },
  { step: "browser-tests", report: "playwright", read: playwrightResults },
];

export const readText = (file) => readFileSync(file, "utf8");
