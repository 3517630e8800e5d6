import { type DayHours, dayIndex, dayName, formatMinutes, openMinutes } from "./hours";

/** A time within the week. Day 0 is Monday. */
export interface WeekMoment {
  day: number;
  minutes: number;
}

export interface OpenState {
  open: boolean;
  /** When this changes next: "until 5:00 PM" or "opens Monday at 8:00 AM". */
  detail: string;
}

/** The current time of the week in a time zone. Needs Intl, so it works in browsers only. */
export function momentIn(timeZone: string, now: Date): WeekMoment {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "long",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  }).formatToParts(now);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return {
    day: dayIndex(part("weekday").toLowerCase()),
    minutes: Number(part("hour")) * 60 + Number(part("minute")),
  };
}

/** Whether the company is open, and until or from when. Undefined if the hours cannot be parsed. */
export function openStateAt(week: DayHours[], moment: WeekMoment): OpenState | undefined {
  for (let ahead = 0; ahead <= week.length; ahead++) {
    const day = week[(moment.day + ahead) % week.length];
    if (!day) return undefined;
    if (day.isClosed) continue;
    const hours = openMinutes(day);
    if (!hours) return undefined;
    if (ahead > 0) {
      const when = ahead === 1 ? "tomorrow" : dayName(day.day);
      return { open: false, detail: `opens ${when} at ${formatMinutes(hours.opens)}` };
    }
    if (moment.minutes < hours.opens) {
      return { open: false, detail: `opens at ${formatMinutes(hours.opens)}` };
    }
    if (moment.minutes < hours.closes) {
      return { open: true, detail: `until ${formatMinutes(hours.closes)}` };
    }
  }
  return undefined;
}
