import { usePage } from "../page-data";

const usual: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };

/**
 * Returns how the back office writes a time: in the company's time zone, in which its hours and the
 * dates of its pages are, wherever the reader is.
 */
export function useTime(): (at: string | Date, options?: Intl.DateTimeFormatOptions) => string {
  const { timeZone } = usePage().identity;
  return (at, options = usual) => new Date(at).toLocaleString("en-US", { ...options, timeZone });
}
