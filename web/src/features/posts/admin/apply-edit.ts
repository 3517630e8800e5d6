import type { TextEdit, TextSelection } from "./text-edit";

/**
 * Edits a text box so that its own undo takes the edit back: execCommand is the only way to that. A
 * browser without it gets the edit, but loses what could be undone.
 */
export function applyEdit(
  box: HTMLTextAreaElement,
  edit: (selection: TextSelection) => TextEdit,
): void {
  // While the form is being saved, nothing may change.
  if (box.readOnly || box.form?.getAttribute("aria-busy") === "true") return;
  const { from, to, insert, start, end } = edit({
    text: box.value,
    start: box.selectionStart,
    end: box.selectionEnd,
  });
  box.focus();
  box.setSelectionRange(from, to);
  if (from !== to || insert !== "") replaceSelection(box, insert);
  box.setSelectionRange(start, end);
}

function replaceSelection(box: HTMLTextAreaElement, text: string): void {
  const done = command(text === "" ? "delete" : "insertText", text);
  if (done) return;
  box.setRangeText(text);
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Runs an editing command in the focused text box. */
export function command(name: "insertText" | "delete" | "undo" | "redo", text?: string): boolean {
  return "execCommand" in document && document.execCommand(name, false, text);
}
