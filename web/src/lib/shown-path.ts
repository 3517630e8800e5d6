import "wouter/use-browser-location"; // dispatches the events pushState and replaceState

const events = ["popstate", "pushState", "replaceState"];

/** How a page is shown instead of another. Replaced once the code for motion is there. */
export const pageChange = { run: (show: () => void, _path: string): void => show() };

export type ShownPath = ReturnType<typeof createShownPath>;

/**
 * The path of the page that is shown, with its query. It follows the URL, but while `prepare` loads
 * what the next page needs, the page before stays.
 */
export function createShownPath(prepare: (path: string) => Promise<void> | undefined) {
  const current = () => location.pathname + location.search;
  let shown = current();
  const listeners = new Set<() => void>();
  const change = (path: string) => {
    // While the code was loading, somebody may have gone on to another page.
    if (path !== current() || path === shown) return;
    shown = path;
    // All together, so that React renders the change at once.
    for (const listener of listeners) listener();
  };
  const show = (path: string) => pageChange.run(() => change(path), path);
  const follow = () => {
    const path = current();
    const loading = prepare(location.pathname);
    if (loading) void loading.then(() => show(path));
    else show(path);
  };
  return {
    read: () => shown,
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) for (const event of events) addEventListener(event, follow);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) for (const event of events) removeEventListener(event, follow);
      };
    },
  };
}
