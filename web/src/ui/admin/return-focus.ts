import { useState } from "react";

/** The element that had the focus when the component was mounted, usually the button that opened it. */
export function useOpener(): Element | null {
  const [opener] = useState(() => document.activeElement);
  return opener;
}

/** What opened each layer that has closed. */
const openers = new WeakMap<EventTarget, Element | null>();

/**
 * Returns a handler for Radix's onCloseAutoFocus that returns the focus to the opener. Radix cannot
 * do that for layers without a Trigger. Pass `opener` if the focus should not go to the element
 * that had it before.
 */
export function useReturnFocus(opener?: Element | null): (event: Event) => void {
  const lastFocused = useOpener();
  return (event) => {
    event.preventDefault();
    const target = opener ?? lastFocused;
    if (event.target) openers.set(event.target, target);
    const main = document.querySelector("main");
    const active = document.activeElement;
    // What was confirmed may have moved the focus already, for example to what it opened. Another
    // layer that closed together with this one may have moved it to the page.
    if (active !== document.body && active !== main) return;
    // The opener may be gone, for example because its record was deleted.
    focus(presentOpener(target) ?? main);
  };
}

/** The element, or what opened the layer that it was in, such as the frame of code that was loading. */
function presentOpener(element: Element | null): Element | null {
  if (!element || element.isConnected) return element;
  const layer = element.closest("[role=dialog]");
  return presentOpener((layer && openers.get(layer)) ?? null);
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
