const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const timestamp = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/;

/**
 * Formats the date of a timestamp as "May 14, 2025"; empty for an invalid one.
 *
 * The date is taken from the text as it is. The server writes timestamps in the company's time
 * zone, and neither the server's engine nor the visitor's time zone may shift them to another day.
 */
export function formatDate(value: string | null | undefined): string {
  const [, year, month, day] = timestamp.exec(value ?? "") ?? [];
  const name = months[Number(month) - 1];
  if (!year || !name || !isDayOf(Number(year), Number(month), Number(day))) {
    return "";
  }
  return `${name} ${Number(day)}, ${year}`;
}

/** Formats a date as "May 14"; empty for an invalid one. */
export function formatMonthDay(date: string): string {
  return formatDate(date).split(",")[0] ?? "";
}

function isDayOf(year: number, month: number, day: number): boolean {
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day >= 1 && day <= daysInMonth;
}
