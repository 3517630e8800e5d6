import { type RefObject, useEffect } from "react";

// The forms on the screen, the topmost last.
const open: { submit: () => void }[] = [];

function onKeyDown(event: KeyboardEvent): void {
  const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.code === "KeyS";
  const top = open.at(-1);
  if (!isSave || !top) return;
  event.preventDefault();
  if (!event.repeat) top.submit();
}

/**
 * Saves the form with Ctrl+S or Cmd+S while it is the topmost one on the screen. A layer without a
 * form of its own passes none, so that the keys do not reach the form beneath it.
 */
export function useSaveShortcut(form?: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const entry = { submit: () => form?.current?.requestSubmit() };
    if (open.push(entry) === 1) document.addEventListener("keydown", onKeyDown);
    return () => {
      open.splice(open.indexOf(entry), 1);
      if (open.length === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, [form]);
}
