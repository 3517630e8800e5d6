import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../button";
import { useReturnFocus } from "./return-focus";
import { ToastSlot } from "./toast-slot";

interface AlertDialogProps {
  title: string;
  children: ReactNode;
  cancelLabel?: string;
  confirmLabel: string;
  /** Whether the confirmed action is running. */
  pending?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before data is lost. Open while it is rendered. */
export function AlertDialog({
  title,
  children,
  cancelLabel = "Cancel",
  confirmLabel,
  pending = false,
  onCancel,
  onConfirm,
}: AlertDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && !pending && onCancel()}>
      <Radix.Portal>
        <div className="dialog-backdrop" />
        <Radix.Content
          aria-modal="true"
          className="dialog p-5 sm:max-w-md sm:p-6"
          onCloseAutoFocus={returnFocus}
        >
          <Radix.Title className="text-xl">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 mb-3 min-h-0 overflow-y-auto break-words text-soft low:flex-none low:overflow-visible">
              {children}
            </div>
          </Radix.Description>
          <ToastSlot className="flex-none" />
          <div className="mt-3 flex flex-none flex-wrap justify-end gap-3">
            <Radix.Cancel asChild>
              <Button variant="outline" size="small" disabled={pending}>
                {cancelLabel}
              </Button>
            </Radix.Cancel>
            <Button variant="destructive" size="small" disabled={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
