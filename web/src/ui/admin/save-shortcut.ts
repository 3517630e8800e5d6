import { type RefObject, useEffect } from "react";

type FormRef = RefObject<HTMLFormElement | null>;

// The mounted forms, in the order in which they were mounted.
const forms: FormRef[] = [];

function onKeyDown(event: KeyboardEvent): void {
  const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.code === "KeyS";
  if (!isSave) return;
  event.preventDefault();
  if (!event.repeat) forms.findLast(isReachable)?.current?.requestSubmit();
}

/** Modal dialogs and sheets hide everything beneath them from screen readers. */
function isReachable({ current }: FormRef): boolean {
  return current !== null && current.closest("[aria-hidden=true]") === null;
}

/**
 * Saves the form with Ctrl+S or Cmd+S. If there are several, the one that was mounted last is saved;
 * forms beneath an open dialog or sheet do not count.
 */
export function useSaveShortcut(form: FormRef): void {
  useEffect(() => {
    if (forms.push(form) === 1) document.addEventListener("keydown", onKeyDown);
    return () => {
      forms.splice(forms.indexOf(form), 1);
      if (forms.length === 0) document.removeEventListener("keydown", onKeyDown);
    };
  }, [form]);
}
