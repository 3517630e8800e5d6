import { Toast as Radix } from "radix-ui";
import { errorText } from "@/api/admin/client";
import { useUndo } from "@/api/admin/history";
import { toast, toastError } from "@/ui/admin/toasts";
import { useRestoredIdentity } from "./use-restored-identity";

/** Takes back the change that a toast is about. */
export function UndoButton({ versions }: { versions: readonly number[] }) {
  const undo = useUndo();
  const showIdentity = useRestoredIdentity();
  const onClick = async () => {
    try {
      await showIdentity(await undo(versions));
      toast({ title: "Undone", description: "The change was taken back." });
    } catch (error) {
      toastError("Undo failed", errorText(error, "The change could not be taken back."));
    }
  };
  return (
    <Radix.Action
      altText="Open Recent changes to take it back"
      className="-my-1 min-h-11 flex-none rounded-lg px-3 font-semibold text-sm underline underline-offset-2 hover:bg-current/10"
      onClick={() => void onClick()}
    >
      Undo
    </Radix.Action>
  );
}
