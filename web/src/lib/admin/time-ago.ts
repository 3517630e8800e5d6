const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago a time was, such as "12 minutes ago", in milliseconds since 1970. */
export function timeAgo(time: number, now = Date.now()): string {
  const passed = now - time;
  for (const [unit, length] of units) {
    const count = Math.floor(passed / length);
    if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}
