import { type ToastMessage, toast, toasts } from "@/ui/admin/toasts";
import { lastChange } from "./last-change";
import { UndoButton } from "./undo-button";

/** Shows the toast of a change, with a button that takes back the versions that it has stored. */
export function toastSaved(
  message: Omit<ToastMessage, "action" | "variant">,
  { versions = [] }: { versions?: readonly number[] },
): void {
  if (versions.length === 0) {
    lastChange.set(undefined);
    toast(message);
    return;
  }
  const toastId = toasts.show({ ...message, action: <UndoButton versions={versions} /> });
  lastChange.set({ versions, toastId });
}
