import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { failedGoTests, failedTrials, failedVitestFiles, goFailures, readers } from "./reports.mjs";
import { total, unsteady } from "./tally.mjs";

const go = (...events) =>
  events.map(([Action, Package, Test]) => JSON.stringify({ Action, Package, Test })).join("\n");
const vitest = (...files) =>
  JSON.stringify({
    testResults: files.map(([name, ...statuses]) => ({
      name,
      status: statuses.includes("failed") || statuses.length === 0 ? "failed" : "passed",
      assertionResults: statuses.map((status, i) => ({ fullName: `case ${i}`, status })),
    })),
  });
const playwright = (...statuses) =>
  JSON.stringify({
    errors: [],
    suites: [
      {
        suites: [
          {
            specs: statuses.map((status, i) => ({
              file: "a.spec.ts",
              line: i,
              title: "opens",
              tests: [{ status }],
            })),
          },
        ],
      },
    ],
  });
const passing = {
  go: go(["pass", "p", "TestA"], ["pass", "p"]),
  vitest: vitest(["a.test.ts", "passed"]),
  race: go(["pass", "p", "TestA"]),
  faults: JSON.stringify([{ name: "sigterm", result: "passed" }]),
  playwright: playwright("expected"),
};

/** A folder with these reports. */
function folderOf(t, reports) {
  const folder = mkdtempSync(join(tmpdir(), "tally-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(reports)) {
    if (text !== undefined) writeFileSync(join(folder, `${name}.json`), text);
  }
  return folder;
}

const allSteps = readers.map(({ step }) => step);

/** The closing lines of a run with these reports. */
const closing = (t, reports, failedSteps = [], steps = allSteps) =>
  total(folderOf(t, reports), steps, failedSteps);

test("counts the tests of every runner", (t) => {
  const lines = closing(t, { ...passing, playwright: playwright("expected", "skipped") });
  assert.equal(lines.at(-1), "5 passed, 0 failed, 1 skipped");
  assert.ok(!lines.join("\n").includes("UNSTEADY"));
});

test("counts a failed test with its parent, and a package that does not compile", (t) => {
  const lines = closing(
    t,
    {
      ...passing,
      go: go(
        ["fail", "p", "TestA/x"],
        ["fail", "p", "TestA"],
        ["fail", "p"],
        ["output", "q"],
        ["fail", "q"],
      ),
    },
    ["go-tests"],
  );
  assert.equal(lines.at(-1), "4 passed, 3 failed");
});

test("counts a front-end file that fails without a failed test", (t) => {
  const lines = closing(t, { ...passing, vitest: vitest(["a.test.ts"]) }, ["unit-tests"]);
  assert.equal(lines.at(-1), "4 passed, 1 failed");
});

test("counts a failed step without a failed test, and a missing report", (t) => {
  assert.equal(closing(t, passing, ["types"]).at(-1), "5 passed, 1 failed");
  const lines = closing(t, { ...passing, faults: undefined }, ["binaries"]);
  assert.ok(lines.includes("  faults         did not run"));
  assert.equal(lines.at(-1), "4 passed, 2 failed");
});

test("does not miss the report of a step that this run leaves out", (t) => {
  const steps = allSteps.filter((step) => step !== "faults");
  const lines = closing(t, { ...passing, faults: undefined }, [], steps);
  assert.ok(!lines.join("\n").includes("faults"));
  assert.equal(lines.at(-1), "4 passed, 0 failed");
});

test("names a test that passed only in its second attempt, directly before the sum", (t) => {
  const lines = closing(t, {
    go: go(["fail", "p", "TestA/x"], ["fail", "p", "TestA"], ["pass", "p", "TestB"], ["fail", "p"]),
    "go-again": go(["pass", "p", "TestA/x"], ["pass", "p", "TestA"], ["pass", "p"]),
    race: go(["pass", "p", "TestA"]),
    vitest: vitest(["a.test.ts", "failed", "passed"]),
    "vitest-again": vitest(["a.test.ts", "passed", "passed"]),
    faults: JSON.stringify([{ name: "sigterm", result: "failed" }]),
    "faults-again": JSON.stringify([{ name: "sigterm", result: "passed" }]),
    playwright: playwright("expected", "flaky"),
  });
  assert.deepEqual(lines.slice(-6, -1), [
    "    go-tests: p TestA/x",
    "    unit-tests: a.test.ts case 0",
    "    faults: sigterm",
    "    browser-tests: a.spec.ts:1 opens",
    "",
  ]);
  assert.equal(lines.at(-1), "9 passed, 0 failed");
});

test("says which step has an unsteady test", (t) => {
  const folder = folderOf(t, { ...passing, faults: undefined, playwright: playwright("flaky") });
  assert.deepEqual(unsteady(folder, "browser-tests"), ["a.spec.ts:0 opens"]);
  for (const step of ["go-tests", "faults", "types"]) assert.deepEqual(unsteady(folder, step), []);
});

test("a test that fails twice has failed", (t) => {
  const failing = go(["fail", "p", "TestA"], ["fail", "p"]);
  const lines = closing(t, { ...passing, go: failing, "go-again": failing }, ["go-tests"]);
  assert.equal(lines.at(-1), "4 passed, 1 failed");
  assert.ok(!lines.join("\n").includes("UNSTEADY"));
});

test("a package that crashed and then passed is unsteady", (t) => {
  const lines = closing(t, {
    ...passing,
    go: go(["pass", "p", "TestA"], ["fail", "p"]),
    "go-again": go(["pass", "p", "TestA"], ["pass", "p", "TestB"], ["pass", "p"]),
  });
  assert.ok(lines.includes("    go-tests: p"));
  assert.match(lines.at(-1), /, 0 failed$/);
});

test("a second attempt runs only what failed", () => {
  const report = go(
    ["fail", "p", "TestA/x"],
    ["fail", "p", "TestA"],
    ["pass", "p", "TestB"],
    ["fail", "p", "TestC"],
    ["fail", "p"],
    ["pass", "q", "TestD"],
    ["fail", "r"],
  );
  assert.deepEqual(failedGoTests(report), ["p ^(TestA|TestC)$", "r ^(.*)$"]);
  assert.deepEqual(failedVitestFiles(vitest(["a", "failed"], ["b", "passed"], ["c"])), ["a", "c"]);
  assert.deepEqual(
    failedTrials(JSON.stringify([{ name: "a", result: "failed" }, { name: "b", result: "skipped" }])),
    ["a"],
  );
});

test("prints what a failed Go test and a failed build printed", () => {
  const events = [
    { Action: "output", Package: "p", Test: "TestA", Output: "got 1\n" },
    { Action: "output", Package: "p", Test: "TestB", Output: "all good\n" },
    { Action: "fail", Package: "p", Test: "TestA" },
    { Action: "build-output", ImportPath: "q [q.test]", Output: "undefined: x\n" },
    { Action: "fail", Package: "q", FailedBuild: "q [q.test]" },
  ];
  const printed = goFailures(`plain line\n${events.map((e) => JSON.stringify(e)).join("\n")}`).join("");
  assert.match(printed, /got 1/);
  assert.match(printed, /undefined: x/);
  assert.doesNotMatch(printed, /all good/);
});
