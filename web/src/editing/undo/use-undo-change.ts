import { errorText } from "@/api/admin/client";
import { useUndo } from "@/api/admin/history";
import { toast, toastError } from "@/ui/admin/toasts";
import { useRestoredIdentity } from "../history/use-restored-identity";
import { lastChange } from "./last-change";

/** Takes back a change, and says so. */
export function useUndoChange(versions: readonly number[]): () => void {
  const undo = useUndo();
  const showIdentity = useRestoredIdentity();
  return async () => {
    lastChange.set(undefined);
    try {
      await showIdentity(await undo(versions));
      toast({ title: "Undone", description: "The change was taken back." });
    } catch (error) {
      toastError("Undo failed", errorText(error, "The change could not be taken back."));
    }
  };
}
