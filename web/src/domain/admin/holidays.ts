import { addDays } from "../special-days";

export interface Holiday {
  date: string;
  name: string;
}

/** The holidays of the United States and of Texas in a year, by date. */
export function holidaysOf(year: number): Holiday[] {
  const fixed = (month: number, day: number) =>
    `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const thanksgiving = nthWeekday(year, 11, thursday, 4);
  const holidays: [date: string, name: string][] = [
    [fixed(1, 1), "New Year's Day"],
    [nthWeekday(year, 1, monday, 3), "Martin Luther King Jr. Day"],
    [nthWeekday(year, 2, monday, 3), "Presidents' Day"],
    [fixed(3, 2), "Texas Independence Day"],
    [addDays(easterSunday(year), -2), "Good Friday"],
    [easterSunday(year), "Easter Sunday"],
    [fixed(4, 21), "San Jacinto Day"],
    [lastMondayOfMay(year), "Memorial Day"],
    [fixed(6, 19), "Juneteenth"],
    [fixed(7, 4), "Independence Day"],
    [fixed(8, 27), "Lyndon Baines Johnson Day"],
    [nthWeekday(year, 9, monday, 1), "Labor Day"],
    [nthWeekday(year, 10, monday, 2), "Columbus Day"],
    [fixed(11, 11), "Veterans Day"],
    [thanksgiving, "Thanksgiving Day"],
    [addDays(thanksgiving, 1), "Day after Thanksgiving"],
    [fixed(12, 24), "Christmas Eve"],
    [fixed(12, 25), "Christmas Day"],
    [fixed(12, 26), "Day after Christmas"],
    [fixed(12, 31), "New Year's Eve"],
  ];
  return holidays
    .map(([date, name]) => ({ date, name }))
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** The holidays from a date to the end of the following year. */
export function comingHolidays(today: string): Holiday[] {
  const year = Number(today.slice(0, 4));
  return [...holidaysOf(year), ...holidaysOf(year + 1)].filter(({ date }) => date >= today);
}

// As in Date.getUTCDay.
const monday = 1;
const thursday = 4;

function nthWeekday(year: number, month: number, weekday: number, n: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1));
  const offset = (weekday - first.getUTCDay() + 7) % 7;
  return addDays(first.toISOString(), offset + 7 * (n - 1));
}

function lastMondayOfMay(year: number): string {
  return addDays(nthWeekday(year, 6, monday, 1), -7);
}

/** The anonymous Gregorian computus. */
function easterSunday(year: number): string {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(century / 4);
  const f = Math.floor((century + 8) / 25);
  const g = Math.floor((century - f + 1) / 3);
  const moon = (19 * a + century - d - g + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(c / 4) - moon - (c % 4)) % 7;
  const m = Math.floor((a + 11 * moon + 22 * weekday) / 451);
  const days = moon + weekday - 7 * m + 114;
  const date = new Date(Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1));
  return date.toISOString().slice(0, 10);
}
