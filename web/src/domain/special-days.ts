import { formatMonthDay } from "@/lib/dates";
import type { Hours } from "./hours";

/** A day, or several in a row, with other hours than the week's. Dates are as in 2026-11-26. */
export interface SpecialDay extends Hours {
  date: string;
  endDate: string;
  label: string;
}

const dayLength = 86_400_000;

/** The date a number of days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);
}

/** The special day on a date. Where several meet, the shortest one counts. */
export function specialDayOn<T extends SpecialDay>(days: T[], date: string): T | undefined {
  const length = (day: SpecialDay) => Date.parse(day.endDate) - Date.parse(day.date);
  return days
    .filter((day) => day.date <= date && date <= day.endDate)
    .sort((a, b) => length(a) - length(b))[0];
}

/** "November 26", or "December 24 to January 2". */
export function formatDates({ date, endDate }: Pick<SpecialDay, "date" | "endDate">): string {
  const first = formatMonthDay(date);
  return endDate === date ? first : `${first} to ${formatMonthDay(endDate)}`;
}
