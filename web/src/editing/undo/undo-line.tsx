import { useSyncExternalStore } from "react";
import { QuietButton } from "@/ui/admin/quiet-button";
import { toasts } from "@/ui/admin/toasts";
import { type LastChange, lastChange } from "./last-change";
import { useUndoChange } from "./use-undo-change";

/** Offers to take back the last change after its toast has gone, until the next one. */
export function UndoLine() {
  const change = useSyncExternalStore(lastChange.subscribe, lastChange.snapshot);
  const shown = useSyncExternalStore(toasts.subscribe, toasts.snapshot);
  const inToast = shown.some(({ id, open }) => open && id === change?.toastId);
  return change && !inToast ? <Line change={change} /> : null;
}

function Line({ change }: { change: LastChange }) {
  const undo = useUndoChange(change.versions);
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm text-soft">
      Saved <span aria-hidden>·</span>
      <QuietButton onClick={undo}>Undo</QuietButton>
    </p>
  );
}
