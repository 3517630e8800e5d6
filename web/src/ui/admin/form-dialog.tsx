import { type FormEvent, type ReactNode, useRef } from "react";
import { Button } from "../button";
import { Dialog, DialogBody, DialogFooter, type DialogProps } from "./dialog";
import { useFreezeInputs } from "./freeze-inputs";
import { useSaveShortcut } from "./save-shortcut";
import { useUnsavedChanges } from "./unsaved-changes";

interface FormDialogProps extends DialogProps {
  submitLabel: ReactNode;
  /** Shown in place of the label while the form is being saved. */
  pendingLabel?: ReactNode;
  pending: boolean;
  /** Whether something was typed that is not saved. */
  dirty: boolean;
  /** Why the last attempt to save failed, for as long as the form is open. */
  error?: string;
  /** Leaves the checks to onSubmit instead of the browser. */
  noValidate?: boolean;
  onSubmit: () => void;
}

/**
 * A dialog with one form. Cancel closes it at once; Escape, the close button and a press beside
 * it, which happen by accident, ask first when something is unsaved.
 */
export function FormDialog({
  submitLabel,
  pendingLabel = submitLabel,
  pending,
  dirty,
  error,
  noValidate,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const leave = useUnsavedChanges(dirty);
  useSaveShortcut(form);
  useFreezeInputs(fields, pending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog may be opened from another form's dialog; React would hand its submit on to that.
    event.stopPropagation();
    if (!pending) onSubmit();
  };
  return (
    <Dialog {...dialog} onClose={() => !pending && leave(onClose)}>
      <form
        ref={form}
        noValidate={noValidate}
        aria-busy={pending}
        className="flex min-h-0 flex-1 flex-col"
        onSubmit={submit}
      >
        <DialogBody>
          <div ref={fields} className="grid gap-5">
            {children}
          </div>
        </DialogBody>
        {/* In sight wherever one has scrolled, and not where notifications appear. */}
        {error && (
          <p role="alert" className="mx-4 mb-4 rounded-lg border border-bad p-3 text-bad sm:mx-6">
            {error}
          </p>
        )}
        <DialogFooter>
          <Button variant="outline" size="small" disabled={pending} onClick={onClose}>
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
