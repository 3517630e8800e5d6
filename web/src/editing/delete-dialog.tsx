import type { ReactNode } from "react";
import { errorText } from "@/api/admin/client";
import type { Envelope } from "@/api/client";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { type ToastMessage, toastError } from "@/ui/admin/toasts";
import { toastSaved } from "./undo/saved-toast";

interface DeleteDialogProps<Id> {
  title: string;
  confirmLabel?: string;
  id: Id;
  remove: {
    isPending: boolean;
    mutate: (
      id: Id,
      options: {
        onSuccess: (envelope: Envelope<unknown>) => void;
        onError: (error: Error) => void;
      },
    ) => void;
  };
  /** The toast of a deletion. */
  success: (envelope: Envelope<unknown>) => Omit<ToastMessage, "action" | "variant">;
  /** Said if the server gave no reason. */
  failure: { title?: string; text: string };
  onClose: () => void;
  /** Called instead of onClose after the deletion. */
  onDeleted?: () => void;
  /** What will disappear. */
  children: ReactNode;
}

/** Asks before a record is deleted. The deletion can be taken back. */
export function DeleteDialog<Id>(props: DeleteDialogProps<Id>) {
  const { title, confirmLabel = "Delete", id, remove, success, failure, children } = props;
  const { onClose, onDeleted = onClose } = props;
  return (
    <AlertDialog
      title={title}
      confirmLabel={confirmLabel}
      pending={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: (envelope) => {
            toastSaved(success(envelope), envelope);
            onDeleted();
          },
          onError: (error) =>
            toastError(failure.title ?? "Delete failed", errorText(error, failure.text)),
        })
      }
    >
      {children}
    </AlertDialog>
  );
}
