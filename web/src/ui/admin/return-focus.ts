import { useState } from "react";

/** The element that had the focus when the component was mounted, usually the button that opened it. */
export function useOpener(): Element | null {
  const [opener] = useState(() => document.activeElement);
  return opener;
}

/**
 * Returns a handler for Radix's onCloseAutoFocus that returns the focus to the opener. Radix cannot
 * do that for layers without a Trigger. Pass `opener` if the focus should not go to the element
 * that had it before.
 */
export function useReturnFocus(opener?: Element | null): (event: Event) => void {
  const lastFocused = useOpener();
  return (event) => {
    event.preventDefault();
    const main = document.querySelector("main");
    const active = document.activeElement;
    // What was confirmed may have moved the focus already, for example to what it opened. Another
    // layer that closed together with this one may have moved it to the page.
    if (active !== document.body && active !== main) return;
    const target = opener ?? lastFocused;
    // The opener may be gone, for example because its record was deleted.
    focus(target?.isConnected ? target : main);
  };
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
