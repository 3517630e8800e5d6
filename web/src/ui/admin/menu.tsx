import { DropdownMenu as Radix } from "radix-ui";
import { type ReactElement, type ReactNode, useRef } from "react";
import { Tooltip } from "./tooltip";

interface MenuProps {
  /** The button that opens the menu. */
  button: ReactElement;
  /** Shown while the button's label is hidden, which is below Tailwind's lg breakpoint. */
  tooltip: string;
  items: { label: string; icon: ReactNode; onSelect: () => void }[];
}

/** A button with a menu of actions. */
export function Menu({ button, tooltip, items }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<() => void>(undefined);
  return (
    // Not modal: locking the scroll position needs an inline style, which the content policy refuses.
    <Radix.Root modal={false}>
      <Tooltip text={tooltip} onlyBelow="lg">
        <Radix.Trigger asChild ref={trigger}>
          {button}
        </Radix.Trigger>
      </Tooltip>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          // The action runs when the button has the focus again: what it opens returns the focus to
          // the element that had it.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            trigger.current?.focus();
            chosen.current?.();
            chosen.current = undefined;
          }}
          className="z-50 min-w-52 rounded-xl border border-line bg-surface p-1.5 shadow-xl"
        >
          {items.map(({ label, icon, onSelect }) => (
            <Radix.Item
              key={label}
              onSelect={() => {
                chosen.current = onSelect;
              }}
              className="flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 text-ink outline-none data-[highlighted]:bg-primary/10 data-[highlighted]:text-primary [&_svg]:size-5 [&_svg]:shrink-0"
            >
              {icon}
              {label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
