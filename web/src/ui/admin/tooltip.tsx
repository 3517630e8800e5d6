import { Tooltip as Radix } from "radix-ui";
import { createContext, type ReactElement, type ReactNode, use, useState } from "react";

/** Keeps the time of all tooltips inside it: the first one waits, the next ones open at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

/**
 * What Escape closes besides a tooltip: the dialog that it stands in. Radix hands the key to the
 * topmost layer alone, and nobody wants to press it twice because of a tooltip.
 */
export const EscapeContext = createContext<() => void>(() => {});

const narrow = "(width < 40rem)";

interface TooltipProps {
  text: string;
  /** For a control that shows its name by itself except below Tailwind's sm. */
  onlyNarrow?: boolean;
  children: ReactElement;
}

/** Explains a control to those who hover over it or reach it with the keyboard. */
export function Tooltip({ text, onlyNarrow = false, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const onEscape = use(EscapeContext);
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => setOpen(next && (!onlyNarrow || matchMedia(narrow).matches))}
    >
      <Radix.Trigger
        asChild
        // Focus that comes back after a click, from a dialog or another window, explains nothing.
        onFocus={(event) => {
          if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={onEscape}
          className="z-80 max-w-64 rounded-md bg-ink px-2.5 py-1.5 text-paper text-sm shadow-lg"
        >
          {text}
          <Radix.Arrow className="fill-ink" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
