// Reads the reports of the test runners.
//
//   tally.mjs failures FILE          what the failed Go tests printed
//   tally.mjs failed-packages FILE   the Go packages with a failure
//   tally.mjs total FOLDER STEP...   the counts of every report in the folder and
//                                    their sum; STEPs are the failed steps of test.sh
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** Go prints one JSON event per line, and plain lines when a build fails. */
function goEvents(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

function failedPackages(file) {
  return [...new Set(goEvents(file).flatMap(({ Action, Package }) => (Action === "fail" && Package) || []))];
}

/**
 * Packages that failed have a second run, in go-again.json, which counts instead.
 *
 * @returns {Counts}
 */
function countGo(file) {
  const again = file.replace("go.json", "go-again.json");
  const repeated = existsSync(again) ? failedPackages(file) : [];
  if (repeated.length > 0) console.log(`  Run a second time: ${repeated.join(", ")}`);
  const events = goEvents(file).filter(({ Package }) => !repeated.includes(Package));
  return countEvents(repeated.length > 0 ? [...events, ...goEvents(again)] : events);
}

/** @returns {Counts} */
function countEvents(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const countedAs = { pass: "passed", fail: "failed", skip: "skipped" };
  const withFailedTests = new Set();
  const failed = new Set();
  for (const { Action, Package, Test } of events) {
    if (Test && Action in countedAs) {
      counts[countedAs[Action]]++;
      if (Action === "fail") withFailedTests.add(Package);
    } else if (!Test && Action === "fail") {
      failed.add(Package);
    }
  }
  // A package can fail without a failed test, if it does not compile or crashes.
  counts.failed += [...failed].filter((name) => !withFailedTests.has(name)).length;
  return counts;
}

/** @returns {Counts} */
function countVitest(file) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const failedFiles = report.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.every((test) => test.status !== "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + failedFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The browser tests that did not pass in their first attempt. */
function flakyTests(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === "flaky"))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...flakyTests(inner),
  ]);
}

/** @returns {Counts} */
function countPlaywright(file) {
  const { stats, errors, suites } = JSON.parse(readFileSync(file, "utf8"));
  for (const name of flakyTests(suites)) console.log(`  Passed after another attempt: ${name}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** @returns {Counts} */
function countFaults(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

const suites = [
  { step: "go-tests", report: "go.json", count: countGo },
  { step: "unit-tests", report: "vitest.json", count: countVitest },
  { step: "faults", report: "faults.json", count: countFaults },
  { step: "browser-tests", report: "playwright.json", count: countPlaywright },
];

const text = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;

function total(folder, failedSteps) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const stepsWithoutFailedTest = new Set(failedSteps);
  for (const { step, report, count } of suites) {
    const file = join(folder, report);
    if (!existsSync(file)) {
      console.log(`  ${step.padEnd(14)} did not run`);
      stepsWithoutFailedTest.add(step);
      continue;
    }
    const counts = count(file);
    console.log(`  ${step.padEnd(14)} ${text(counts)}`);
    if (counts.failed > 0) stepsWithoutFailedTest.delete(step);
    for (const key of Object.keys(sum)) sum[key] += counts[key];
  }
  // A failed step without a failed test counts as one, so that the total never says "0 failed".
  sum.failed += stepsWithoutFailedTest.size;
  if (failedSteps.length > 0) console.log(`  Failed steps: ${failedSteps.join(", ")}`);
  console.log(`\n${text(sum)}`);
}

function failures(file) {
  const output = new Map();
  const failed = new Set();
  for (const { Action, Package, Test, Output, ImportPath, FailedBuild } of goEvents(file)) {
    const key = Test ? `${Package} ${Test}` : (Package ?? ImportPath);
    if (Output) output.set(key, (output.get(key) ?? "") + Output);
    if (Action === "fail") {
      failed.add(key);
      if (FailedBuild) failed.add(FailedBuild);
    }
  }
  for (const key of failed) console.log(`--- ${key}\n${output.get(key) ?? ""}`);
}

const [mode, ...args] = process.argv.slice(2);
if (mode === "failures") failures(args[0]);
else if (mode === "failed-packages") console.log(failedPackages(args[0]).join("\n"));
else total(args[0], args.slice(1));
