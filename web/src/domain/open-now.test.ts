import { describe, expect, it } from "vitest";
import { weekOf } from "./hours";
import { momentIn, openStateAt } from "./open-now";

const at = (day: number, hour: number, minute = 0) => ({ day, minutes: hour * 60 + minute });

describe("openStateAt", () => {
  const usual = weekOf([]);
  it.each([
    ["Monday at opening", at(0, 8), { open: true, detail: "until 5:00 PM" }],
    ["Monday before opening", at(0, 7, 59), { open: false, detail: "opens at 8:00 AM" }],
    ["Monday at closing", at(0, 17), { open: false, detail: "opens tomorrow at 8:00 AM" }],
    ["Saturday before closing", at(5, 13, 59), { open: true, detail: "until 2:00 PM" }],
    ["Saturday afternoon", at(5, 15), { open: false, detail: "opens Monday at 8:00 AM" }],
    ["Sunday", at(6, 12), { open: false, detail: "opens tomorrow at 8:00 AM" }],
  ])("on %s", (_, moment, state) => {
    expect(openStateAt(usual, moment)).toEqual(state);
  });

  it("looks up to a week ahead", () => {
    const mondays = usual.map((day) => ({ ...day, isClosed: day.day !== "monday" }));
    expect(openStateAt(mondays, at(0, 18))).toEqual({
      open: false,
      detail: "opens Monday at 8:00 AM",
    });
  });

  it("is undefined if the day's times cannot be parsed", () => {
    const typed = usual.map((day) => ({ ...day, openTime: "by appointment" }));
    expect(openStateAt(typed, at(0, 12))).toBeUndefined();
  });

  it("is undefined if every day is closed", () => {
    const shut = usual.map((day) => ({ ...day, isClosed: true }));
    expect(openStateAt(shut, at(0, 12))).toBeUndefined();
  });
});

describe("momentIn", () => {
  it.each([
    ["2026-01-05T06:00:00Z", at(0, 0)],
    ["2026-01-05T05:59:00Z", at(6, 23, 59)],
    ["2026-07-06T13:30:00Z", at(0, 8, 30)],
    // Daylight saving begins: the hour from 2 to 3 is left out.
    ["2026-03-08T07:59:00Z", at(6, 1, 59)],
    ["2026-03-08T08:00:00Z", at(6, 3)],
    ["2026-03-09T13:00:00Z", at(0, 8)],
    // It ends: the hour from 1 to 2 comes twice.
    ["2026-11-01T06:59:00Z", at(6, 1, 59)],
    ["2026-11-01T07:00:00Z", at(6, 1)],
    ["2026-11-02T14:00:00Z", at(0, 8)],
  ])("converts %s to Texas time", (instant, moment) => {
    expect(momentIn("America/Chicago", new Date(instant))).toEqual(moment);
  });
});
