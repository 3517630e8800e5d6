import { expect, it } from "vitest";
import { formatDay, isNewDay, timeOf } from "./message-time";

const now = new Date(2026, 2, 3, 9, 0);
const at = (month: number, day: number, year = 2026) =>
  new Date(year, month - 1, day, 12).toISOString();

it("says the day of a message as people do", () => {
  expect(formatDay(at(3, 3), now)).toBe("Today");
  expect(formatDay(at(3, 2), now)).toBe("Yesterday");
  expect(formatDay(at(3, 1), now)).toBe("Sunday, March 1");
  expect(formatDay(at(12, 31, 2025), now)).toBe("Wednesday, December 31, 2025");
});

it("puts a date where a day begins, but not above a conversation of today", () => {
  expect(isNewDay(undefined, at(3, 3), now)).toBe(false);
  expect(isNewDay(undefined, at(3, 2), now)).toBe(true);
  expect(isNewDay(at(3, 2), at(3, 2), now)).toBe(false);
  expect(isNewDay(at(3, 2), at(3, 3), now)).toBe(true);
});

it("begins the day where the company is, if it is told", () => {
  // Half past eleven in the evening in Texas, and the next morning in London.
  const late = "2026-03-03T05:30:00Z";
  const morning = new Date("2026-03-03T15:00:00Z");
  expect(formatDay(late, morning, "America/Chicago")).toBe("Yesterday");
  expect(formatDay(late, morning, "Europe/London")).toBe("Today");
  expect(isNewDay(late, morning.toISOString(), morning, "America/Chicago")).toBe(true);
  expect(isNewDay(late, morning.toISOString(), morning, "Europe/London")).toBe(false);
  expect(timeOf(late, "America/Chicago")).toBe("11:30 PM");
});
