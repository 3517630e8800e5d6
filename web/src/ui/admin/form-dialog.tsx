import { type FormEvent, type ReactNode, useRef } from "react";
import { Button } from "../button";
import { Dialog, DialogBody, DialogFooter, type DialogProps } from "./dialog";
import { useFreezeInputs } from "./freeze-inputs";
import { type HistoryRecord, RecordHistory } from "./record-history";
import { useSaveShortcut } from "./save-shortcut";
import { useUnsavedChanges } from "./unsaved-changes";
import type { Conflict } from "./use-conflict";

interface FormDialogProps extends DialogProps {
  submitLabel: ReactNode;
  /** Replaces the submit label while saving. */
  pendingLabel?: ReactNode;
  pending: boolean;
  /** Whether the form has unsaved changes. */
  dirty: boolean;
  /** What was typed before and can be continued; from useWorkingCopy, as onDiscard is. */
  offer?: ReactNode;
  /** Called when the person has agreed to lose the changes. */
  onDiscard?: () => void;
  /** Why the last save failed. */
  error?: string;
  /** Turns off the browser's validation; onSubmit validates. */
  noValidate?: boolean;
  /** Called for each field that the browser's validation refuses. */
  onInvalid?: (event: FormEvent) => void;
  /** The record whose history can be opened; none for a new record. */
  history?: HistoryRecord | false;
  /** Takes the place of the fields while somebody else's version is to be merged. */
  conflict?: Conflict;
  onSubmit: () => void;
}

/**
 * A dialog with a form. If there are unsaved changes, every way out but saving asks for
 * confirmation.
 */
export function FormDialog({
  submitLabel,
  pendingLabel = submitLabel,
  pending,
  dirty,
  offer,
  onDiscard,
  error,
  noValidate,
  onInvalid,
  history,
  conflict,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const leave = useUnsavedChanges(dirty, { onDiscard });
  useSaveShortcut(form);
  useFreezeInputs(fields, pending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog can be rendered inside another dialog's form, to which React would propagate the
    // event.
    event.stopPropagation();
    if (pending) return;
    if (conflict?.view) conflict.submit();
    else onSubmit();
  };
  return (
    <Dialog {...dialog} onClose={() => !pending && leave(onClose)}>
      <form
        ref={form}
        // A field that is hidden cannot be corrected.
        noValidate={noValidate || Boolean(conflict?.view)}
        aria-busy={pending}
        className="flex min-h-0 flex-1 flex-col low:flex-none"
        onInvalid={onInvalid}
        onSubmit={submit}
      >
        <DialogBody>
          {/* An offer would replace what is being saved. */}
          <div ref={fields} hidden={Boolean(conflict?.view)}>
            {offer && <div className="mb-5">{offer}</div>}
            <div className="grid gap-5">{children}</div>
          </div>
          {conflict?.view}
        </DialogBody>
        {/* In sight wherever one has scrolled, and not where notifications appear. */}
        {error && (
          <p role="alert" className="mx-4 mb-4 rounded-lg border border-bad p-3 text-bad sm:mx-6">
            {error}
          </p>
        )}
        <DialogFooter>
          {history && <RecordHistory record={history} leave={leave} onRestored={onClose} />}
          <Button variant="outline" size="small" disabled={pending} onClick={() => leave(onClose)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="small" disabled={pending}>
            {pending ? pendingLabel : submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
