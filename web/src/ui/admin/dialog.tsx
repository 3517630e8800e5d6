import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button";
import { useReturnFocus } from "./return-focus";
import { EscapeContext } from "./tooltip";

const sizes = { medium: "sm:max-w-lg", large: "sm:max-w-2xl", xlarge: "sm:max-w-6xl" };

// A form is filled in from its first control on, not from the close button above it.
const firstControl =
  "form :is(input:not([type=hidden]), textarea, select, [role=switch]):not(:disabled)";

export interface DialogProps {
  title: string;
  description?: ReactNode;
  size?: keyof typeof sizes;
  /** Somebody wants to leave: by Escape, by the close button, or by pressing beside the dialog. */
  onClose: () => void;
  /** What gets focus back, if it is not what had it when the dialog opened. */
  opener?: Element | null;
  children: ReactNode;
}

/**
 * A modal dialog, open for as long as it is rendered. Focus goes back to where it was; if that is
 * gone, to the page.
 */
export function Dialog({
  title,
  description,
  size = "medium",
  onClose,
  opener,
  children,
}: DialogProps) {
  const returnFocus = useReturnFocus(opener);
  return (
    <EscapeContext value={onClose}>
      <Radix.Root open onOpenChange={(open) => !open && onClose()}>
        <Radix.Portal>
          <div className="dialog-backdrop" />
          <Radix.Content
            className={`dialog ${sizes[size]}`}
            // Radix warns about a dialog that has no description unless told that this is meant.
            {...(description ? {} : { "aria-describedby": undefined })}
            onOpenAutoFocus={(event) => {
              const dialog = event.target as HTMLElement;
              event.preventDefault();
              // Without a form it is the dialog itself: the close button would show its tooltip.
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
              <Radix.Close asChild>
                <IconButton label="Close" icon={<X aria-hidden />} />
              </Radix.Close>
            </header>
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </EscapeContext>
  );
}

/** The part of a dialog that scrolls. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto px-4 py-5 sm:px-6">{children}</div>;
}

/** The buttons of a dialog: the one that does it comes last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-3 border-line border-t px-4 py-3 sm:px-6 sm:py-4">
      {children}
    </footer>
  );
}
