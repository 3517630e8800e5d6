import { expect, it } from "vitest";
import { formatDate } from "./dates";

it.each([
  ["2025-05-14T12:00:00-05:00", "May 14, 2025"],
  ["2025-05-14T00:00:00Z", "May 14, 2025"],
  ["2025-12-31T23:59:59.999999-06:00", "December 31, 2025"],
  ["2025-01-01", "January 1, 2025"],
  ["2024-02-29T08:00:00Z", "February 29, 2024"],
])("formats %s as %s", (value, shown) => {
  expect(formatDate(value)).toBe(shown);
});

it.each([
  "",
  "soon",
  "2025-13-01",
  "2025-00-10",
  "2025-02-29",
  "2025-04-31",
  "14/05/2025",
  null,
  undefined,
])("returns an empty string for %j", (value) => {
  expect(formatDate(value)).toBe("");
});
