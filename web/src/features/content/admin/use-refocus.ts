import { type RefObject, useLayoutEffect, useRef } from "react";

/** Focuses a button when it comes back after an inline editor replaced it. */
export function useRefocus(replaced: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasReplaced = useRef(false);
  useLayoutEffect(() => {
    if (wasReplaced.current && !replaced) button.current?.focus();
    wasReplaced.current = replaced;
  }, [replaced]);
  return button;
}
