import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useHelp } from "./help";
import { IconButton } from "./icon-button";
import { useReturnFocus } from "./return-focus";
import { ToastSlot } from "./toast-slot";
import { EscapeContext } from "./tooltip";

const sizes = { medium: "sm:max-w-lg", large: "sm:max-w-2xl", xlarge: "sm:max-w-6xl" };

// In a form the first control gets the focus, not the close button before it.
const firstControl =
  "form :is(input:not([type=hidden]), textarea, select, [role=switch]):not(:disabled)";

export interface DialogProps {
  title: string;
  description?: ReactNode;
  /** Two or three sentences about it in plain words, behind a *?* button. */
  help?: string;
  size?: keyof typeof sizes;
  /** Called on Escape, on the close button and on a press outside the dialog. */
  onClose: () => void;
  /** Gets the focus on close, if it is not the element that had it before. */
  opener?: Element | null;
  children: ReactNode;
}

/** A modal dialog, open while it is rendered. On close the focus returns to the opener. */
export function Dialog({
  title,
  description,
  help,
  size = "medium",
  onClose,
  opener,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus(opener);
  const { button, text } = useHelp(help);
  return (
    <EscapeContext value={onClose}>
      <Radix.Root open onOpenChange={(open) => !open && onClose()}>
        <Radix.Portal>
          <div className="dialog-backdrop" />
          <Radix.Content
            className={`dialog ${sizes[size]}`}
            // Without this, Radix warns about dialogs without a description.
            {...(description ? {} : { "aria-describedby": undefined })}
            onOpenAutoFocus={(event) => {
              const dialog = event.target as HTMLElement;
              event.preventDefault();
              // Without a form the dialog itself gets the focus: the close button would show its
              // tooltip.
              (dialog.querySelector<HTMLElement>(firstControl) ?? dialog).focus();
            }}
            onCloseAutoFocus={returnFocus}
          >
            <header className="flex items-start gap-3 border-line border-b px-4 py-3 sm:px-6 sm:py-4">
              <div className="min-w-0 flex-1 py-1">
                <Radix.Title className="text-xl">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="mt-1 text-sm text-soft">
                    {description}
                  </Radix.Description>
                )}
              </div>
              {button}
              <Radix.Close asChild>
                <IconButton label="Close" icon={<X aria-hidden />} />
              </Radix.Close>
            </header>
            {text}
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </EscapeContext>
  );
}

/**
 * The scrolling part of a dialog, and the place for toasts between it and the buttons. On a low screen
 * the whole dialog scrolls.
 */
export function DialogBody({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 low:flex-none low:overflow-visible sm:px-6">
        {children}
      </div>
      <ToastSlot className="flex-none border-line px-4 has-[.toast]:border-t sm:px-6" />
    </>
  );
}

/** The buttons of a dialog, the main one last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3 sm:px-6 sm:py-4">
      {children}
    </footer>
  );
}
