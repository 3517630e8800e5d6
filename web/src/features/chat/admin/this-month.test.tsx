import { expect, test } from "vitest";
import { duration, monthBefore } from "./this-month";

test.each([
  [null, "–"],
  [20, "under 1 min"],
  [240, "4 min"],
  [3600, "1 h"],
  [4800, "1 h 20 min"],
])("%s seconds are %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test("the month before January is December", () => {
  expect(monthBefore("2026-01")).toBe("2025-12");
  expect(monthBefore("2026-11")).toBe("2026-10");
});
