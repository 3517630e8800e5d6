/** What `mount` tells the document once the page answers. */
export const hydrationScheduled = "perimeter:hydration-scheduled";

/** The longest wait for the first view, in milliseconds. */
const timeoutMs = 3000;

/**
 * Lets the scripts of a page, which the server puts into a template, begin when the first view is
 * complete: until then the connection and the processor belong to what the visitor sees. A button
 * that is pressed earlier starts them at once and is pressed again when it can answer; in between no
 * form is sent as if it had no script.
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
