import { formatHours, type Hours, openIntervals, parseTime } from "../hours";

/** What visitors see of hours that are being typed, and what they lose if a time cannot be read. */
export function previewHours(when: string, hours: Hours): { seen: string; loss: string } {
  return { seen: `${when}: ${formatHours(hours)}`, loss: lossOf(hours) };
}

function lossOf(hours: Hours): string {
  if (openIntervals(hours)) return "";
  const { openTime, closeTime, secondOpenTime = "", secondCloseTime = "" } = hours;
  const times = [openTime, closeTime, secondOpenTime, secondCloseTime].filter(Boolean);
  const unreadable = times.find((time) => parseTime(time) === undefined);
  const reason = unreadable
    ? `"${unreadable}" is not a time such as 9:00 AM.`
    : "The times are not in order.";
  return `${reason} It is shown as typed, but visitors lose the "Open now" line and the chat's notice for that day, and search engines do not get its hours.`;
}
