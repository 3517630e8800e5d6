import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./class-names";
import { useHelp } from "./help";
import { IconButton } from "./icon-button";
import { useReturnFocus } from "./return-focus";
import { ToastSlot } from "./toast-slot";
import { EscapeContext } from "./tooltip";

interface SheetProps {
  title: string;
  /** Uses the right half of a wide screen. */
  wide?: boolean;
  /** Rendered next to the close button. */
  actions?: ReactNode;
  /** Two or three sentences about it in plain words, behind a *?* button. */
  help?: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal sheet at the right edge, open while it is rendered. */
export function Sheet({ title, wide = false, actions, help, onClose, children }: SheetProps) {
  const returnFocus = useReturnFocus();
  const { button, text } = useHelp(help);
  return (
    <EscapeContext value={onClose}>
      <Radix.Root open onOpenChange={(open) => !open && onClose()}>
        <Radix.Portal>
          <div className="dialog-backdrop" />
          <Radix.Content
            aria-describedby={undefined}
            className={cn(
              "fixed inset-y-0 right-0 z-50 flex w-full max-w-lg flex-col border-line border-l bg-surface shadow-2xl outline-none",
              wide && "max-w-3xl",
            )}
            // The sheet itself gets the focus: the first control would show its tooltip.
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              (event.target as HTMLElement).focus();
            }}
            onCloseAutoFocus={returnFocus}
          >
            <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-3">
              <Radix.Title className="min-w-min flex-1 text-xl">{title}</Radix.Title>
              <div className="flex items-center gap-2">
                {actions}
                {button}
                <Radix.Close asChild>
                  <IconButton label="Close" icon={<X aria-hidden />} />
                </Radix.Close>
              </div>
            </div>
            {text}
            {children}
            <ToastSlot className="flex-none border-line px-4 has-[.toast]:border-t" />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </EscapeContext>
  );
}
