import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";

const openDelayMs = 700;
const skipDelayMs = 300;

// When any of these tooltips closed last: the next one opens without delay for a moment.
let closedAt = Number.NEGATIVE_INFINITY;

interface IconTooltipProps {
  /** The control's name. */
  text: string;
  className?: string;
  tooltipClassName?: string;
  /** The control, which has the text as its label. */
  children: ReactNode;
}

/**
 * Shows the name of an icon-only control on hover and on keyboard focus. For the public pages, which
 * do not load the library behind the back office's tooltips.
 */
export function IconTooltip({ text, className, tooltipClassName, children }: IconTooltipProps) {
  const [open, setOpen] = useState(false);
  const timer = useRef(0);
  const show = (delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(setOpen, delayMs, true);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      closedAt = performance.now();
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches the control inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key press on the control is a click too
    <span
      className={clsx("relative", className)}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === "touch") return;
        show(performance.now() - closedAt < skipDelayMs ? 0 : openDelayMs);
      }}
      onPointerLeave={hide}
      onFocus={({ target }) => target.matches(":focus-visible") && show(0)}
      onBlur={hide}
      onClick={hide}
    >
      {children}
      {open && (
        // Nothing refers to it: a screen reader would say the control's name twice.
        <span
          role="tooltip"
          className={clsx(
            "absolute top-full right-0 z-50 mt-1.5 w-max max-w-64 rounded-md bg-ink px-2.5 py-1.5 font-sans text-paper text-sm shadow-lg",
            tooltipClassName,
          )}
        >
          {text}
        </span>
      )}
    </span>
  );
}
