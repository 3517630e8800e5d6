/** A time for people, in their own time zone. */
export function formatTime(timestamp: string): string {
  return new Date(timestamp).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}
