/** A time for people, in their own time zone. Only for what is never rendered on the server. */
export function localTime(timestamp: string): string {
  return new Date(timestamp).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}
