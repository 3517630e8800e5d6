import { expect, test } from "vitest";
import { timeAgo } from "./time-ago";

const minute = 60_000;

test.each([
  [0, "just now"],
  [-5 * minute, "just now"],
  [minute, "1 minute ago"],
  [12.9 * minute, "12 minutes ago"],
  [60 * minute, "1 hour ago"],
  [47 * 60 * minute, "1 day ago"],
  [72 * 60 * minute, "3 days ago"],
])("%d milliseconds are %s", (passed, text) => {
  expect(timeAgo(1e12 - passed, 1e12)).toBe(text);
});
