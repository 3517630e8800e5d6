import { Tooltip as Radix } from "radix-ui";
import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
} from "react";

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
  const trigger = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isHovered = useRef(false);
  const isUnwanted = () => onlyBelow !== undefined && !matchMedia(below[onlyBelow]).matches;
  return (
    // Radix holds whether it is open: with a state of ours, it would ignore a click that comes before
    // that state is rendered.
    <Radix.Root>
      <Radix.Trigger
        ref={trigger}
        asChild
        onPointerMove={(event) => {
          isHovered.current = true;
          if (isUnwanted()) event.preventDefault();
        }}
        onPointerLeave={({ currentTarget, nativeEvent }) => {
          isHovered.current = false;
          followPointer(nativeEvent, currentTarget, content);
        }}
        // No tooltip when the focus returns after a click, from a dialog or from another window.
        onFocus={(event) => {
          if (!event.currentTarget.matches(":focus-visible") || isUnwanted()) {
            event.preventDefault();
          }
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Content ref={content} text={text} trigger={trigger} isHovered={isHovered} />
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ContentProps {
  ref: RefObject<HTMLDivElement | null>;
  text: string;
  trigger: RefObject<Element | null>;
  isHovered: RefObject<boolean>;
}

function Content({ ref, text, trigger, isHovered }: ContentProps) {
  const onEscape = use(EscapeContext);
  // Radix does not notice a pointer that leaves before this is rendered. Runs after Radix's own effects,
  // so that Radix already listens.
  useEffect(() => {
    const element = trigger.current;
    if (element && !isHovered.current && !element.matches(":focus-visible")) {
      closeTooltipOf(element);
    }
  }, [trigger, isHovered]);
  return (
    <Radix.Content
      ref={ref}
      sideOffset={6}
      collisionPadding={8}
      onEscapeKeyDown={onEscape}
      className="z-80 max-w-64 rounded-md bg-ink px-2.5 py-1.5 text-paper text-sm shadow-lg"
    >
      {text}
      <Radix.Arrow className="fill-ink" />
    </Radix.Content>
  );
}

/** Closes a tooltip as soon as the pointer is neither on it, nor on its trigger, nor between them. */
function followPointer(
  { clientX, clientY }: PointerEvent,
  trigger: Element,
  content: RefObject<Element | null>,
): void {
  if (!content.current) return;
  const boxes = [trigger, content.current].map((element) => element.getBoundingClientRect());
  // Until Radix has positioned the content, it is above the window, and nobody is on the way to it.
  const isPlaced = boxes.every(({ bottom }) => bottom >= 0);
  if (isPlaced && isAmong(boxes, clientX, clientY)) {
    const next = (event: PointerEvent) => followPointer(event, trigger, content);
    document.addEventListener("pointermove", next, { once: true });
  } else {
    closeTooltipOf(trigger);
  }
}

/** Whether a point lies inside the smallest box around the boxes. */
function isAmong(boxes: DOMRect[], x: number, y: number): boolean {
  return (
    x >= Math.min(...boxes.map(({ left }) => left)) &&
    x <= Math.max(...boxes.map(({ right }) => right)) &&
    y >= Math.min(...boxes.map(({ top }) => top)) &&
    y <= Math.max(...boxes.map(({ bottom }) => bottom))
  );
}

/**
 * Closes a tooltip that the pointer has left. Radix keeps it open on the pointer's way to it, and
 * would notice only with the next movement, or on a busy machine the one after it, that the pointer is
 * elsewhere: never, if it has left the window. It closes a tooltip that is scrolled, so it is told
 * that.
 */
function closeTooltipOf(trigger: Element): void {
  trigger.dispatchEvent(new Event("scroll"));
}
