import { type FormEvent, type ReactNode, useRef } from "react";
import { Button } from "../button";
import { Dialog, DialogBody, DialogFooter, type DialogProps } from "./dialog";
import { useFreezeInputs } from "./freeze-inputs";
import { useSaveShortcut } from "./save-shortcut";

export interface FormDialogProps extends DialogProps {
  submitLabel: ReactNode;
  /** Replaces the submit label while saving. */
  pendingLabel?: ReactNode;
  pending: boolean;
  /** Nothing can be sent yet. */
  loading?: boolean;
  /** Why the last save failed. */
  error?: string | undefined;
  /** Turns off the browser's validation; onSubmit validates. */
  noValidate?: boolean;
  /** Called for each field that the browser's validation refuses. */
  onInvalid?: (event: FormEvent) => void;
  /** Rendered in front of the buttons. */
  footer?: ReactNode;
  onSubmit: () => void;
}

/** A dialog with a form. Every way out but saving closes it at once. */
export function FormDialog({
  submitLabel,
  pendingLabel = submitLabel,
  pending,
  loading = false,
  error,
  noValidate,
  onInvalid,
  footer,
  onSubmit,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useRef<HTMLFormElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  useSaveShortcut(form);
  useFreezeInputs(fields, pending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog can be rendered inside another dialog's form, to which React would propagate the
    // event.
    event.stopPropagation();
    if (!pending && !loading) onSubmit();
  };
  return (
    <Dialog {...dialog} onClose={() => !pending && onClose()}>
      <form
        ref={form}
        noValidate={noValidate}
        aria-busy={pending || loading}
        className="flex min-h-0 flex-1 flex-col low:flex-none"
        onInvalid={onInvalid}
        onSubmit={submit}
      >
        <DialogBody>
          <div ref={fields} className="grid grid-cols-1 gap-5">
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
          {footer}
          <Button variant="outline" size="small" disabled={pending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="small" disabled={pending || loading}>
            {pending ? pendingLabel : submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
