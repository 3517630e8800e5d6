import { type RefObject, useEffect } from "react";

/**
 * Keeps the fields inside the container as they are for a while: a change would not be in what is
 * being saved. Disabled fields would do the same, but lose the focus.
 */
export function useFreezeInputs(container: RefObject<HTMLElement | null>, frozen: boolean): void {
  useEffect(() => {
    const element = container.current;
    if (!frozen || !element) return;
    const controller = new AbortController();
    const listen = (kind: string, handler: (event: Event) => void) =>
      element.addEventListener(kind, handler, { capture: true, signal: controller.signal });
    const block = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    listen("beforeinput", block);
    listen("click", block);

    // Nothing is sent before a select changes, so the change is undone.
    const chosen = new Map(
      [...element.querySelectorAll("select")].map((select) => [select, select.value]),
    );
    const undo = (event: Event) => {
      const select = event.target as HTMLSelectElement;
      const value = chosen.get(select);
      if (value === undefined) return;
      event.stopPropagation();
      select.value = value;
    };
    listen("input", undo);
    listen("change", undo);
    return () => controller.abort();
  }, [container, frozen]);
}
