// Prints what the reports of the test runners say.
//
//   tally.mjs failures FILE          what the failed Go tests printed
//   tally.mjs again RUNNER FILE      what failed, for a second attempt; RUNNER is go,
//                                    vitest, faults or playwright
//   tally.mjs unsteady FOLDER STEP   the tests of a step that passed in a second attempt only
//   tally.mjs total FOLDER STEPS FAILED...
//                                    the counts of the test steps of this run, a list
//                                    with commas, the unsteady tests and the sum;
//                                    FAILED are the failed steps of test.sh
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as reports from "./reports.mjs";

const { readText } = reports;
const again = {
  go: reports.failedGoTests,
  vitest: reports.failedVitestFiles,
  faults: reports.failedTrials,
  playwright: reports.failedBrowserTests,
};

function counts(results) {
  const of = (...wanted) => [...results.values()].filter((result) => wanted.includes(result)).length;
  return { passed: of("passed", "unsteady"), failed: of("failed"), skipped: of("skipped") };
}

const text = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;

/** A failed parent says nothing that its failed subtest does not say. */
const deepest = (names) => names.filter((name) => !names.some((other) => other.startsWith(`${name}/`)));

/** The results of a runner, with those of the second attempt; none if it did not run. */
function resultsOf(folder, { report, read }) {
  const file = join(folder, `${report}.json`);
  if (!existsSync(file)) return undefined;
  const first = read(readText(file));
  const second = join(folder, `${report}-again.json`);
  return existsSync(second) ? reports.withSecondAttempt(first, read(readText(second))) : first;
}

const unsteadyOf = (results) =>
  deepest([...results].filter(([, result]) => result === "unsteady").map(([name]) => name));

/** @returns {string[]} the tests of a step that passed in a second attempt only */
export function unsteady(folder, step) {
  const reader = reports.readers.find((other) => other.step === step);
  return unsteadyOf((reader && resultsOf(folder, reader)) ?? new Map());
}

/** @returns {string[]} the closing lines of a run */
export function total(folder, steps, failedSteps) {
  const lines = [];
  const repairs = [];
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const stepsWithoutFailedTest = new Set(failedSteps);
  for (const reader of reports.readers.filter(({ step }) => steps.includes(step))) {
    const { step } = reader;
    const results = resultsOf(folder, reader);
    if (!results) {
      lines.push(`  ${step.padEnd(14)} did not run`);
      stepsWithoutFailedTest.add(step);
      continue;
    }
    repairs.push(...unsteadyOf(results).map((name) => `    ${step}: ${name}`));
    const found = counts(results);
    lines.push(`  ${step.padEnd(14)} ${text(found)}`);
    if (found.failed > 0) stepsWithoutFailedTest.delete(step);
    for (const key of Object.keys(sum)) sum[key] += found[key];
  }
  // A failed step without a failed test counts as one, so that the total never says "0 failed".
  sum.failed += stepsWithoutFailedTest.size;
  if (failedSteps.length > 0) lines.push(`  Failed steps: ${failedSteps.join(", ")}`);
  if (repairs.length > 0) {
    lines.push("", "  UNSTEADY, repair these first. They failed and passed in a second attempt:", ...repairs);
  }
  return [...lines, "", text(sum)];
}

function main([mode, ...args]) {
  if (mode === "failures") return reports.goFailures(readText(args[0]));
  if (mode === "unsteady") return unsteady(args[0], args[1]);
  if (mode === "again") return again[args[0]](readText(args[1]));
  return total(args[0], args[1].split(","), args.slice(2));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const line of main(process.argv.slice(2))) console.log(line);
}
