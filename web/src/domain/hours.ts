/** Opening hours as free text such as "9:00 AM". */
export interface Hours {
  openTime: string;
  closeTime: string;
  isClosed: boolean;
  /** The second interval of a day with a break. */
  secondOpenTime?: string;
  secondCloseTime?: string;
}

/** Opening hours of one weekday. */
export interface DayHours extends Hours {
  day: string;
}

/** The weekdays in display order. */
export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

const workday = { openTime: "8:00 AM", closeTime: "5:00 PM", isClosed: false };

const defaultHours: DayHours[] = weekdays.map((day) => {
  if (day === "saturday")
    return { day, openTime: "9:00 AM", closeTime: "2:00 PM", isClosed: false };
  if (day === "sunday") return { day, openTime: "", closeTime: "", isClosed: true };
  return { day, ...workday };
});

/** All seven days: the saved hours, or the default for days that were never saved. */
export function weekOf(saved: DayHours[]): DayHours[] {
  return defaultHours.map((day) => saved.find((record) => record.day === day.day) ?? day);
}

/** What visitors see for a day that was never saved. */
export function defaultHoursOf(day: string): DayHours {
  return defaultHours.find((hours) => hours.day === day) ?? { day, ...workday };
}

/** Consecutive days with the same hours. */
export interface DayRange {
  first: string;
  last: string;
  hours: DayHours;
}

/** Groups consecutive days with the same hours. */
export function groupDays(days: DayHours[]): DayRange[] {
  const runs: DayRange[] = [];
  for (const hours of days) {
    const run = runs.at(-1);
    if (run && isNextDay(run.last, hours.day) && formatHours(run.hours) === formatHours(hours)) {
      run.last = hours.day;
    } else {
      runs.push({ first: hours.day, last: hours.day, hours });
    }
  }
  return runs;
}

function isNextDay(day: string, next: string): boolean {
  return weekdays[dayIndex(day) + 1] === next;
}

/** The index of a day in the week; Monday is 0. */
export function dayIndex(day: string): number {
  const names: readonly string[] = weekdays;
  return names.indexOf(day);
}

/** "Monday to Friday", or the name of a single day. */
export function formatDays({ first, last }: DayRange): string {
  return first === last ? dayName(first) : `${dayName(first)} to ${dayName(last)}`;
}

/** "8:00 AM to 5:00 PM", with a comma before a second interval, or "Closed". */
export function formatHours(hours: Hours): string {
  if (hours.isClosed) return "Closed";
  return timesOf(hours)
    .map(([opens, closes]) => `${opens} to ${closes}`)
    .join(", ");
}

/** Opening and closing times of each interval, as typed. */
function timesOf(hours: Hours): [opens: string, closes: string][] {
  const { openTime, closeTime, secondOpenTime, secondCloseTime } = hours;
  const first: [string, string] = [openTime, closeTime];
  return secondOpenTime && secondCloseTime ? [first, [secondOpenTime, secondCloseTime]] : [first];
}

/** A day's name, capitalized. */
export function dayName(day: string): string {
  return day.charAt(0).toUpperCase() + day.slice(1);
}

/**
 * The week in short lines such as "Mon-Fri 8AM-5PM". Saturday and Sunday appear only if they were
 * saved, which keeps the default to one line.
 */
export function summarizeWeek(saved: DayHours[]): string[] {
  const shown = weekOf(saved).filter(
    ({ day }, index) => index < 5 || saved.some((record) => record.day === day),
  );
  return groupDays(shown).map(({ first, last, hours }) => {
    const days = first === last ? shortDay(first) : `${shortDay(first)}-${shortDay(last)}`;
    return `${days} ${shortHours(hours)}`;
  });
}

/** "8AM-5PM", or "Closed". */
export function shortHours(hours: Hours): string {
  if (hours.isClosed) return "Closed";
  return timesOf(hours)
    .map(([opens, closes]) => `${shortTime(opens)}-${shortTime(closes)}`)
    .join(", ");
}

function shortDay(day: string): string {
  return dayName(day).slice(0, 3);
}

function shortTime(time: string): string {
  const minutes = parseTime(time);
  return minutes === undefined ? time : formatMinutes(minutes, "");
}

/** The minutes of a day. */
export const minutesPerDay = 24 * 60;

const clockTime = /^(\d{1,2})(?::(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i;

/**
 * Parses a time such as "9:00 AM", "9am" or "17:00" to minutes after midnight. A bare number can mean
 * the morning or the evening, so it is not a time.
 */
export function parseTime(text: string): number | undefined {
  const match = clockTime.exec(text.trim());
  if (!match) return undefined;
  const [, hourText = "", minuteText, half] = match;
  const hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  if (minute > 59) return undefined;
  if (!half)
    return minuteText && hour * 60 + minute <= minutesPerDay ? hour * 60 + minute : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return ((hour % 12) + (half.toLowerCase() === "p" ? 12 : 0)) * 60 + minute;
}

/** Formats minutes after midnight as "5:00 PM", or as "5PM" if space is empty. */
export function formatMinutes(minutes: number, space = " "): string {
  const hour = Math.floor(minutes / 60) % 24;
  const minute = minutes % 60;
  const half = hour < 12 ? "AM" : "PM";
  const shownMinute = minute === 0 && space === "" ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 || 12}${shownMinute}${space}${half}`;
}

/**
 * A time between opening and closing, in minutes after the midnight with which the day begins. It may
 * end on the next day.
 */
export interface Interval {
  opens: number;
  closes: number;
}

/**
 * When a day is open; empty if it is closed, undefined if its times cannot be read. Hours that close at
 * or before they open run past midnight. Go's `site` has the same rule and test cases.
 */
export function openIntervals(hours: Hours): Interval[] | undefined {
  if (hours.isClosed) return [];
  const intervals: Interval[] = [];
  let earliest = 0;
  for (const [openTime, closeTime] of timesOf(hours)) {
    const opens = parseTime(openTime);
    let closes = parseTime(closeTime);
    if (opens === undefined || closes === undefined || opens < earliest) return undefined;
    if (closes <= opens) closes += minutesPerDay;
    intervals.push({ opens, closes });
    earliest = closes;
  }
  return intervals;
}
