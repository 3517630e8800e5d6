import { formatMonthDay } from "@/lib/dates";
import {
  type DayHours,
  dayIndex,
  dayName,
  formatMinutes,
  minutesPerDay,
  openIntervals,
} from "./hours";
import { addDays, type SpecialDay, specialDayOn } from "./special-days";

/** A minute of a day in the company's time zone. Day 0 is Monday. */
export interface Moment {
  date: string;
  day: number;
  minutes: number;
}

export interface OpenState {
  open: boolean;
  /** When this changes next: "until 5:00 PM" or "opens Monday at 8:00 AM". */
  detail: string;
  /** How many minutes later that is by the clock on the wall. */
  minutesLeft: number;
}

// How far ahead the next opening is looked for: a company may be closed for weeks.
const maxDaysAhead = 60;

/** The current moment in a time zone. Needs Intl, so it works in browsers only. */
export function momentIn(timeZone: string, now: Date): Moment {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "long",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  }).formatToParts(now);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return {
    date: `${part("year")}-${part("month")}-${part("day")}`,
    day: dayIndex(part("weekday").toLowerCase()),
    minutes: Number(part("hour")) * 60 + Number(part("minute")),
  };
}

/** Whether the company is open, and until or from when. Undefined if the hours cannot be parsed. */
export function openStateAt(
  week: DayHours[],
  specialDays: SpecialDay[],
  { date, day, minutes }: Moment,
): OpenState | undefined {
  // The hours of yesterday may run past midnight.
  for (let ahead = -1; ahead <= maxDaysAhead; ahead++) {
    const thatDate = addDays(date, ahead);
    const weekday = week[(day + ahead + 7) % 7];
    const hours = specialDayOn(specialDays, thatDate) ?? weekday;
    const intervals = hours && openIntervals(hours);
    if (ahead < 0 && !intervals) continue;
    if (!weekday || !intervals) return undefined;
    const now = minutes - ahead * minutesPerDay;
    for (const { opens, closes } of intervals) {
      if (now >= closes) continue;
      if (now >= opens) {
        return { open: true, detail: `until ${formatMinutes(closes)}`, minutesLeft: closes - now };
      }
      const when = whenText(ahead, weekday.day, thatDate);
      const detail = `opens ${when}at ${formatMinutes(opens)}`;
      return { open: false, detail, minutesLeft: opens - now };
    }
  }
  return undefined;
}

function whenText(ahead: number, day: string, date: string): string {
  if (ahead === 0) return "";
  if (ahead === 1) return "tomorrow ";
  return ahead <= 7 ? `${dayName(day)} ` : `${formatMonthDay(date)} `;
}

/**
 * How long the state, and the words for it, certainly stay as they are. Never beyond the next quarter
 * of an hour: days begin and daylight saving changes on one, and until then the clock on the wall
 * runs like any other.
 */
export function millisecondsUntilCheck(state: OpenState | undefined, now: Date): number {
  const toQuarter = 15 - (now.getUTCMinutes() % 15);
  const minutes = Math.min(state?.minutesLeft ?? toQuarter, toQuarter);
  return minutes * 60_000 - (now.getTime() % 60_000);
}
