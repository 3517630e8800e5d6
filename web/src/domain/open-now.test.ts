import { describe, expect, it } from "vitest";
import { weekOf } from "./hours";
import { type Moment, millisecondsUntilCheck, momentIn, openStateAt } from "./open-now";
import type { SpecialDay } from "./special-days";

// Monday of a week without special days.
const monday = 5;

const at = (day: number, hour: number, minute = 0): Moment => ({
  date: `2026-01-${String(monday + day).padStart(2, "0")}`,
  day,
  minutes: hour * 60 + minute,
});

const on = (date: string, endDate = date, hours: Partial<SpecialDay> = {}): SpecialDay => ({
  date,
  endDate,
  label: "",
  isClosed: true,
  openTime: "",
  closeTime: "",
  ...hours,
});

const usual = weekOf([]);

describe("openStateAt", () => {
  it.each([
    ["Monday at opening", at(0, 8), { open: true, detail: "until 5:00 PM" }],
    ["Monday before opening", at(0, 7, 59), { open: false, detail: "opens at 8:00 AM" }],
    ["Monday at closing", at(0, 17), { open: false, detail: "opens tomorrow at 8:00 AM" }],
    ["Saturday before closing", at(5, 13, 59), { open: true, detail: "until 2:00 PM" }],
    ["Saturday afternoon", at(5, 15), { open: false, detail: "opens Monday at 8:00 AM" }],
    ["Sunday", at(6, 12), { open: false, detail: "opens tomorrow at 8:00 AM" }],
  ])("on %s", (_, moment, state) => {
    expect(openStateAt(usual, [], moment)).toMatchObject(state);
  });

  it("looks up to a week ahead", () => {
    const mondays = usual.map((day) => ({ ...day, isClosed: day.day !== "monday" }));
    expect(openStateAt(mondays, [], at(0, 18))?.detail).toBe("opens Monday at 8:00 AM");
  });

  it.each([
    ["in the morning", at(0, 11, 59), { open: true, detail: "until 12:00 PM", minutesLeft: 1 }],
    ["at lunch", at(0, 12), { open: false, detail: "opens at 1:00 PM", minutesLeft: 60 }],
    ["in the afternoon", at(0, 13), { open: true, detail: "until 5:00 PM", minutesLeft: 240 }],
  ])("knows a closed lunch hour: %s", (_, moment, state) => {
    const lunch = {
      day: "monday",
      openTime: "8:00 AM",
      closeTime: "12:00 PM",
      isClosed: false,
      secondOpenTime: "1:00 PM",
      secondCloseTime: "5:00 PM",
    };
    expect(openStateAt(weekOf([lunch]), [], moment)).toEqual(state);
  });

  it.each([
    ["a closed day", at(0, 10), [on("2026-01-05")], "opens tomorrow at 8:00 AM", false],
    [
      "a day with other hours",
      at(0, 10),
      [on("2026-01-05", "2026-01-05", { isClosed: false, openTime: "9 AM", closeTime: "noon" })],
      undefined,
      false,
    ],
    [
      "a Sunday that is open",
      at(6, 10),
      [on("2026-01-11", "2026-01-11", { isClosed: false, openTime: "9 AM", closeTime: "11 AM" })],
      "until 11:00 AM",
      true,
    ],
    ["the evening before", at(0, 18), [on("2026-01-06")], "opens Wednesday at 8:00 AM", false],
    [
      "weeks of holidays",
      at(0, 10),
      [on("2026-01-05", "2026-01-25")],
      "opens January 26 at 8:00 AM",
      false,
    ],
    [
      "a shorter entry inside a longer one",
      at(1, 10),
      [
        on("2026-01-05", "2026-01-25"),
        on("2026-01-06", "2026-01-06", { isClosed: false, openTime: "9 AM", closeTime: "11 AM" }),
      ],
      "until 11:00 AM",
      true,
    ],
    ["a day that is over", at(1, 10), [on("2026-01-05")], "until 5:00 PM", true],
  ])("knows special days: %s", (_, moment, days, detail, open) => {
    const state = openStateAt(usual, days, moment);
    expect(state?.detail).toBe(detail);
    expect(state?.open ?? false).toBe(open);
  });

  it("is open past midnight, by the hours of the day before", () => {
    const night = weekOf([]).map((hours) => ({
      ...hours,
      openTime: "6 PM",
      closeTime: "2 AM",
      isClosed: false,
    }));
    const at = (minutes: number) => openStateAt(night, [], { date: "2026-03-03", day: 1, minutes });
    expect(at(60)).toMatchObject({ open: true, detail: "until 2:00 AM", minutesLeft: 60 });
    expect(at(130)).toMatchObject({ open: false, detail: "opens at 6:00 PM" });
    expect(at(1200)).toMatchObject({ open: true, detail: "until 2:00 AM", minutesLeft: 360 });
  });

  it("is undefined if the day's times cannot be parsed", () => {
    const typed = usual.map((day) => ({ ...day, openTime: "by appointment" }));
    expect(openStateAt(typed, [], at(0, 12))).toBeUndefined();
  });

  it("is undefined if every day is closed", () => {
    const shut = usual.map((day) => ({ ...day, isClosed: true }));
    expect(openStateAt(shut, [], at(0, 12))).toBeUndefined();
  });
});

describe("momentIn", () => {
  it.each([
    ["2026-01-05T06:00:00Z", "2026-01-05", 0, 0],
    ["2026-01-05T05:59:00Z", "2026-01-04", 6, 23 * 60 + 59],
    ["2026-07-06T13:30:00Z", "2026-07-06", 0, 8 * 60 + 30],
    // Daylight saving begins: the hour from 2 to 3 is left out.
    ["2026-03-08T07:59:00Z", "2026-03-08", 6, 119],
    ["2026-03-08T08:00:00Z", "2026-03-08", 6, 180],
    ["2026-03-09T13:00:00Z", "2026-03-09", 0, 480],
    // It ends: the hour from 1 to 2 comes twice.
    ["2026-11-01T06:59:00Z", "2026-11-01", 6, 119],
    ["2026-11-01T07:00:00Z", "2026-11-01", 6, 60],
    ["2026-11-02T14:00:00Z", "2026-11-02", 0, 480],
  ])("converts %s to Texas time", (instant, date, day, minutes) => {
    expect(momentIn("America/Chicago", new Date(instant))).toEqual({ date, day, minutes });
  });
});

describe("millisecondsUntilCheck", () => {
  const timeZone = "America/Chicago";

  /** The instants at which the line changes, if every check waits as long as it is told. */
  function changesFrom(start: string, end: string, days: SpecialDay[]): string[] {
    const changes: string[] = [];
    let shown: string | undefined;
    for (let now = new Date(start); now < new Date(end); ) {
      const state = openStateAt(usual, days, momentIn(timeZone, now));
      const text = `${state?.open} ${state?.detail}`;
      if (shown !== undefined && text !== shown) changes.push(now.toISOString());
      shown = text;
      const wait = millisecondsUntilCheck(state, now);
      expect(wait).toBeGreaterThan(0);
      now = new Date(now.getTime() + wait);
    }
    return changes;
  }

  it("never misses the moment of a change, whenever the page was opened", () => {
    expect(changesFrom("2026-01-05T13:07:31.250Z", "2026-01-06T00:00:00Z", [])).toEqual([
      "2026-01-05T14:00:00.000Z",
      "2026-01-05T23:00:00.000Z",
    ]);
  });

  const sundayOpen = { isClosed: false, openTime: "8:00 AM", closeTime: "5:00 PM" };
  it.each([
    [
      "begins",
      "2026-03-08",
      "2026-03-08T04:30:10Z",
      ["2026-03-08T06:00:00.000Z", "2026-03-08T13:00:00.000Z", "2026-03-08T22:00:00.000Z"],
    ],
    [
      "ends",
      "2026-11-01",
      "2026-11-01T03:30:10Z",
      ["2026-11-01T05:00:00.000Z", "2026-11-01T14:00:00.000Z", "2026-11-01T23:00:00.000Z"],
    ],
  ])("is right on the Sunday when daylight saving %s", (_, date, start, changes) => {
    const end = `${date}T23:30:00Z`;
    expect(changesFrom(start, end, [on(date, date, sundayOpen)])).toEqual(changes);
  });
});
