import { flushSync } from "react-dom";

/**
 * Shows the page at a path. If the page before has a card that leads there, its picture grows into the
 * picture of the next page. Where the browser cannot do that, or the visitor wants no motion, the page
 * changes at once.
 */
export function showWithPicture(show: () => void, path: string): void {
  const card = document.querySelector(`article:has(a[href="${CSS.escape(path)}"])`);
  const picture = card?.querySelector("img");
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!picture || isStill || !("startViewTransition" in document)) {
    show();
    return;
  }
  const name = (element: HTMLElement | null, value: string) => {
    if (element) element.style.viewTransitionName = value;
  };
  const nextPicture = () => document.querySelector<HTMLElement>("[data-page-picture]");
  name(picture, "page-picture");
  const transition = document.startViewTransition(() => {
    flushSync(show);
    name(picture, "");
    name(nextPicture(), "page-picture");
  });
  // It is skipped when the visitor has gone on meanwhile. The page has changed all the same.
  const end = () => name(nextPicture(), "");
  transition.finished.then(end, end);
  transition.ready.catch(() => {});
}
