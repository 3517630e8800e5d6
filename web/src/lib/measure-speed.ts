import { onCLS, onINP, onLCP } from "web-vitals";

/**
 * Tells the server once how fast the page was for this visitor, when they leave it or look at
 * something else, without saying who. The measures are those of the document, so they belong to the
 * page that it was loaded for.
 */
export function measureSpeed(path: string): void {
  const measured = new URLSearchParams({ vitals: path });
  let sent = false;
  const send = () => {
    if (sent || !measured.has("lcp")) return;
    sent = true;
    navigator.sendBeacon(`/api/visits?${measured}`);
  };
  for (const measure of [onLCP, onINP, onCLS]) {
    measure(
      ({ name, value }) =>
        measured.set(name.toLowerCase(), String(Math.round(value * 1000) / 1000)),
      // All changes: which event comes last when a page is left differs between browsers.
      { reportAllChanges: true },
    );
  }
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") send();
  });
  addEventListener("pagehide", send);
}
