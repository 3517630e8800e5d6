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
    const target = opener ?? lastFocused;
    if (target?.isConnected) focus(target);
    // The opener is gone, for example because its record was deleted. If nothing else has taken the
    // focus since, it goes to the page.
    else if (document.activeElement === document.body) focus(document.querySelector("main"));
  };
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}
