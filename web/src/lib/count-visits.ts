const url = "/api/visits";

/**
 * Tells the server what it cannot see, without saying who: a tap on a phone number, and a page that
 * was opened without a request for it. It is part of the script in the head, so that it works before
 * the page's own scripts are there.
 */
export function countVisits(): void {
  let seen = location.pathname;
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="tel:"]')) {
      navigator.sendBeacon(`${url}?tap`);
    }
  });
  // The router dispatches the first one; the second one is the browser's.
  for (const event of ["pushState", "popstate"]) {
    addEventListener(event, () => {
      if (seen === location.pathname) return;
      seen = location.pathname;
      navigator.sendBeacon(`${url}?view=${seen}`);
    });
  }
}
