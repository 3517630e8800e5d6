/**
 * The event that `mount` dispatches on the document after it has scheduled hydration. The page is
 * not hydrated yet at that point, but React hydrates synchronously whatever is clicked.
 */
export const hydrationScheduled = "perimeter:hydration-scheduled";

/** How long to wait for load and first paint. */
const timeoutMs = 3000;

/**
 * Inserts the page's scripts, which the server puts into a template element, after load and first
 * paint, so that they do not compete with what the visitor sees first. A click on a button inserts
 * them at once and is repeated when hydration is scheduled; until then its default action is
 * prevented, so that no form is submitted without its script.
 */
export function deferScripts(): void {
  let pressed: HTMLElement | null = null;
  const onClick = (event: MouseEvent) => {
    pressed = event.target instanceof Element ? event.target.closest("button") : null;
    if (!pressed) return;
    event.preventDefault();
    insertScripts();
  };
  document.addEventListener("click", onClick);
  document.addEventListener(hydrationScheduled, () => {
    document.removeEventListener("click", onClick);
    pressed?.click();
  });

  Promise.all([loaded(), painted()]).then(insertScripts);
  setTimeout(insertScripts, timeoutMs);
}

function insertScripts(): void {
  const scripts = document.querySelector<HTMLTemplateElement>("template#scripts");
  scripts?.replaceWith(scripts.content);
}

function loaded(): Promise<unknown> {
  return new Promise((resolve) => addEventListener("load", resolve));
}

function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) resolve();
    }).observe({ type: "paint", buffered: true });
  });
}
