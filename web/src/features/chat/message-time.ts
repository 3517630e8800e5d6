/** Whether a message is the first of its day. The first message of all needs no date today. */
export function isNewDay(
  previous: string | undefined,
  sentAt: string,
  now: Date = new Date(),
): boolean {
  const day = new Date(sentAt).toDateString();
  return previous === undefined
    ? day !== now.toDateString()
    : day !== new Date(previous).toDateString();
}

/** "Today", "Yesterday", or a date such as "Monday, March 2", with the year if it is not this one. */
export function formatDay(sentAt: string, now: Date = new Date()): string {
  const date = new Date(sentAt);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (date.toDateString() === now.toDateString()) return "Today";
  if (date.toDateString() === yesterday.toDateString()) return "Yesterday";
  return date.toLocaleDateString("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(date.getFullYear() !== now.getFullYear() && { year: "numeric" }),
  });
}

export function timeOf(sentAt: string): string {
  return new Date(sentAt).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
}
