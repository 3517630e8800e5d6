import { type RefObject, useLayoutEffect } from "react";

/** Moves the focus to the field that is marked as refused, each time that something is. */
export function useFocusRefused(form: RefObject<HTMLElement | null>, refused: unknown): void {
  useLayoutEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, refused]);
}
