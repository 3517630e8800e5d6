import { describe, expect, it } from "vitest";
import {
  type DayHours,
  formatDays,
  formatHours,
  formatMinutes,
  groupDays,
  openIntervals,
  parseTime,
  summarizeWeek,
  weekOf,
} from "./hours";
import vectors from "./hours-vectors.json";

const day = (name: string, openTime: string, closeTime: string, isClosed = false): DayHours => ({
  day: name,
  openTime,
  closeTime,
  isClosed,
});

describe("weekOf", () => {
  it("uses the default hours for days that were never saved", () => {
    expect(weekOf([]).map(formatHours)).toEqual([
      ...Array<string>(5).fill("8:00 AM to 5:00 PM"),
      "9:00 AM to 2:00 PM",
      "Closed",
    ]);
  });

  it("uses the saved hours for saved days only", () => {
    const week = weekOf([day("wednesday", "by appointment", "dusk"), day("friday", "", "", true)]);
    expect(week.map(formatHours)).toEqual([
      "8:00 AM to 5:00 PM",
      "8:00 AM to 5:00 PM",
      "by appointment to dusk",
      "8:00 AM to 5:00 PM",
      "Closed",
      "9:00 AM to 2:00 PM",
      "Closed",
    ]);
  });
});

describe("groupDays", () => {
  it("groups the days of the default week", () => {
    const lines = groupDays(weekOf([])).map(
      (run) => `${formatDays(run)}: ${formatHours(run.hours)}`,
    );
    expect(lines).toEqual([
      "Monday to Friday: 8:00 AM to 5:00 PM",
      "Saturday: 9:00 AM to 2:00 PM",
      "Sunday: Closed",
    ]);
  });

  it("does not group days with a different day between them", () => {
    const week = weekOf([day("wednesday", "", "", true)]);
    expect(groupDays(week).map(formatDays)).toEqual([
      "Monday to Tuesday",
      "Wednesday",
      "Thursday to Friday",
      "Saturday",
      "Sunday",
    ]);
  });
});

describe("summarizeWeek", () => {
  it.each<[name: string, saved: DayHours[], lines: string[]]>([
    ["nothing saved", [], ["Mon-Fri 8AM-5PM"]],
    [
      "a saved Saturday",
      [day("saturday", "9:00 AM", "1:30 PM")],
      ["Mon-Fri 8AM-5PM", "Sat 9AM-1:30PM"],
    ],
    ["a Saturday like the rest", [day("saturday", "8:00 AM", "5:00 PM")], ["Mon-Sat 8AM-5PM"]],
    ["a closed Sunday", [day("sunday", "", "", true)], ["Mon-Fri 8AM-5PM", "Sun Closed"]],
    [
      "a different Wednesday",
      [day("wednesday", "10:00 AM", "late")],
      ["Mon-Tue 8AM-5PM", "Wed 10AM-late", "Thu-Fri 8AM-5PM"],
    ],
  ])("formats %s", (_, saved, lines) => {
    expect(summarizeWeek(saved)).toEqual(lines);
  });
});

describe("parseTime", () => {
  it.each([
    ["9:00 AM", 540],
    ["9am", 540],
    ["9 a.m.", 540],
    ["12:00 AM", 0],
    ["12:30 pm", 750],
    ["5:05 PM", 1025],
    [" 17:30 ", 1050],
    ["0:15", 15],
  ])("parses %j", (text, minutes) => {
    expect(parseTime(text)).toBe(minutes);
  });

  it.each(["", "noon", "9", "13:00 PM", "0 am", "24:01", "9:60 AM", "9:00 AM sharp"])(
    "rejects %j",
    (text) => {
      expect(parseTime(text)).toBeUndefined();
    },
  );

  it("parses everything that formatMinutes returns", () => {
    for (let minutes = 0; minutes < 24 * 60; minutes++) {
      expect(parseTime(formatMinutes(minutes))).toBe(minutes);
      expect(parseTime(formatMinutes(minutes, ""))).toBe(minutes);
    }
  });
});

const withLunch = (opens: string, closes: string): DayHours => ({
  ...day("monday", "8:00 AM", "12:00 PM"),
  secondOpenTime: opens,
  secondCloseTime: closes,
});

describe("openIntervals", () => {
  it.each([
    ["a day", day("monday", "8:00 AM", "5:00 PM"), [{ opens: 480, closes: 1020 }]],
    ["a closed day", day("monday", "8:00 AM", "5:00 PM", true), []],
    ["a text", day("monday", "early", "5:00 PM"), undefined],
    ["a night", day("monday", "5:00 PM", "8:00 AM"), [{ opens: 1020, closes: 1920 }]],
    [
      "a day with a break",
      withLunch("1:00 PM", "5:00 PM"),
      [
        { opens: 480, closes: 720 },
        { opens: 780, closes: 1020 },
      ],
    ],
    ["a second interval that is a text", withLunch("later", "5:00 PM"), undefined],
    ["intervals that overlap", withLunch("11:00 AM", "5:00 PM"), undefined],
  ])("of %s", (_, hours, intervals) => {
    expect(openIntervals(hours)).toEqual(intervals);
  });
});

it("writes both intervals of a day with a break", () => {
  const hours = withLunch("1:00 PM", "5:30 PM");
  expect(formatHours(hours)).toBe("8:00 AM to 12:00 PM, 1:00 PM to 5:30 PM");
  expect(summarizeWeek([hours])[0]).toBe("Mon 8AM-12PM, 1PM-5:30PM");
});

// The server's tests use the same vectors.
describe("the rule for opening hours", () => {
  it.each(vectors.times as [string, number | null][])("reads %j as %j", (text, minutes) => {
    expect(parseTime(text) ?? null).toBe(minutes);
  });

  it.each(vectors.days)("knows when $times is open", ({ times, intervals }) => {
    const [openTime = "", closeTime = "", secondOpenTime, secondCloseTime] = times;
    const hours = { openTime, closeTime, secondOpenTime, secondCloseTime, isClosed: false };
    const read = openIntervals(hours)?.map(({ opens, closes }) => [opens, closes]);
    expect(read ?? null).toEqual(intervals);
  });
});
