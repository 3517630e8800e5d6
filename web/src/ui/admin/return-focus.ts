import { useState } from "react";

/** The element that had the focus when the component was mounted, usually the button that opened it. */
export function useOpener(): Element | null {
  const [opener] = useState(() => document.activeElement);
  return opener;
}

/**
 * Returns a handler for Radix's onCloseAutoFocus that gives the focus back to the opener. Radix
 * cannot do it itself for layers that are opened without a Trigger. `opener` is needed only if
 * another element than the last focused one should get the focus.
 */
export function useReturnFocus(opener?: Element | null): (event: Event) => void {
  const lastFocused = useOpener();
  return (event) => {
    event.preventDefault();
    const target = opener ?? lastFocused;
    if (target?.isConnected) focus(target);
    // The opener is gone, for example because its record was deleted. Whatever took its place may
    // already have taken the focus too; otherwise it goes to the page.
    else if (document.activeElement === document.body) focus(document.querySelector("main"));
  };
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
