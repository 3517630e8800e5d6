/** What `mount` tells the document once the page answers. */
export const startedEvent = "perimeter:started";

/** The longest wait for the first view, in milliseconds. */
const patience = 3000;

/**
 * Lets the scripts of a page, which the server puts into a template, begin when the first view is
 * complete: until then the connection and the processor belong to what the visitor sees. A button
 * that is pressed earlier starts them at once and is pressed again when it can answer; in between no
 * form is sent as if it had no script.
 */
export function startLate(): void {
  let pressed: HTMLElement | null = null;
  const press = (event: MouseEvent) => {
    pressed = event.target instanceof Element ? event.target.closest("button") : null;
    if (!pressed) return;
    event.preventDefault();
    start();
  };
  document.addEventListener("click", press);
  document.addEventListener(startedEvent, () => {
    document.removeEventListener("click", press);
    pressed?.click();
  });

  Promise.all([loaded(), painted()]).then(start);
  setTimeout(start, patience);
}

function start(): void {
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
