import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../button";
import { useReturnFocus } from "./return-focus";

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
            <div className="mt-2 max-h-[60dvh] overflow-y-auto break-words text-soft">
              {children}
            </div>
          </Radix.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
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
