import assert from "node:assert/strict";
import test from "node:test";
import { measurement, problem } from "./lighthouse-problem.mjs";

const complete = {
  requestedUrl: "http://localhost/",
  audits: {
    "color-contrast": { id: "color-contrast", scoreDisplayMode: "binary", score: 0 },
    "js-libraries": { id: "js-libraries", scoreDisplayMode: "notApplicable", score: null },
  },
  categories: { accessibility: { id: "accessibility", score: 0 }, seo: { id: "seo", score: 1 } },
};
const failedAudit = {
  ...complete,
  audits: { "inspector-issues": { id: "inspector-issues", scoreDisplayMode: "error", errorMessage: "timed out" } },
};

test("a low score is a result", () => {
  assert.equal(problem(complete), null);
});

test("a run that broke off is none", () => {
  const lhr = { ...complete, runtimeError: { code: "NO_FCP", message: "The page did not paint anything." } };
  assert.equal(problem(lhr), "NO_FCP: The page did not paint anything.");
});

test("a run with an audit that could not be computed is none", () => {
  assert.equal(problem(failedAudit), "inspector-issues: timed out");
});

test("a run with a category without a score is none", () => {
  const lhr = { ...complete, categories: { "best-practices": { id: "best-practices", score: null } } };
  assert.equal(problem(lhr), "best-practices has no score");
});

test("a failed measurement is repeated, and the result says so", async () => {
  const runs = [failedAudit, failedAudit, complete];
  const { lhr, repeated } = await measurement(async () => runs.shift());
  assert.equal(lhr, complete);
  assert.deepEqual(repeated, ["inspector-issues: timed out", "inspector-issues: timed out"]);
});

test("a measurement that fails three times is an error", async () => {
  let runs = 0;
  await assert.rejects(
    measurement(async () => {
      runs++;
      return failedAudit;
    }),
    /could not be measured in 3 attempts: inspector-issues/,
  );
  assert.equal(runs, 3);
});
