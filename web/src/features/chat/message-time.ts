// Without a time zone, times are in that of the reader.

/** Whether a message is the first of its day. The first message of all needs no date today. */
export function isNewDay(
  previous: string | undefined,
  sentAt: string,
  now: Date = new Date(),
  timeZone?: string,
): boolean {
  return dayOf(sentAt, timeZone) !== dayOf(previous ?? now, timeZone);
}

/** "Today", "Yesterday", or a date such as "Monday, March 2", with the year if it is not this one. */
export function formatDay(sentAt: string, now: Date = new Date(), timeZone?: string): string {
  const day = dayOf(sentAt, timeZone);
  const today = dayOf(now, timeZone);
  if (day === today) return "Today";
  // Noon, so that no change of the clock matters.
  const yesterday = new Date(`${today}T12:00:00Z`);
  yesterday.setUTCDate(yesterday.getUTCDate() - 1);
  if (day === dayOf(yesterday, "UTC")) return "Yesterday";
  return new Date(sentAt).toLocaleDateString("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone,
    ...(day.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
  });
}

export function timeOf(sentAt: string, timeZone?: string): string {
  return new Date(sentAt).toLocaleTimeString("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });
}

/** Such as 2026-03-02. */
function dayOf(at: string | Date, timeZone?: string): string {
  return new Date(at).toLocaleDateString("en-CA", { timeZone });
}
