import { Tooltip as Radix } from "radix-ui";
import { createContext, type ReactElement, type ReactNode, use, useState } from "react";

/** Shares the delay of all tooltips: the first one waits, the next ones open at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  );
}

/**
 * What Escape closes besides a tooltip: the dialog around it. Radix passes the key to the topmost
 * layer only, and without this people would have to press it twice.
 */
export const EscapeContext = createContext<() => void>(() => {});

// Tailwind's breakpoints.
const below = { sm: "(width < 40rem)", lg: "(width < 64rem)" };

interface TooltipProps {
  text: string;
  /** For a control whose label is hidden below this breakpoint only. */
  onlyBelow?: keyof typeof below;
  children: ReactElement;
}

/** A tooltip on hover and keyboard focus. */
export function Tooltip({ text, onlyBelow, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const onEscape = use(EscapeContext);
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => setOpen(next && (!onlyBelow || matchMedia(below[onlyBelow]).matches))}
    >
      <Radix.Trigger
        asChild
        // No tooltip when the focus returns after a click, from a dialog or from another window.
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
