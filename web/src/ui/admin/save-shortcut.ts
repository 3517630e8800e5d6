import { type RefObject, useEffect } from "react";

// The open forms, the topmost last.
const open: { submit: () => void }[] = [];

function onKeyDown(event: KeyboardEvent): void {
  const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.code === "KeyS";
  const top = open.at(-1);
  if (!isSave || !top) return;
  event.preventDefault();
  if (!event.repeat) top.submit();
}

/**
 * Submits the form on Ctrl+S or Cmd+S while it is the topmost one. A layer without a form calls
 * this without an argument, so that the shortcut does not reach the form below.
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
