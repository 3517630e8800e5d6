import { Toast as Radix } from "radix-ui";
import { useUndoChange } from "./use-undo-change";

/** Takes back the change that a toast is about. */
export function UndoButton({ versions }: { versions: readonly number[] }) {
  const undo = useUndoChange(versions);
  return (
    <Radix.Action
      altText="Open Recent changes to take it back"
      className="min-h-11 flex-none rounded-lg px-3 font-semibold text-sm underline underline-offset-2 hover:bg-current/10"
      onClick={undo}
    >
      Undo
    </Radix.Action>
  );
}
