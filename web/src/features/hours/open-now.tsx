import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { weekOf } from "@/domain/hours";
import { millisecondsUntilCheck, momentIn, type OpenState, openStateAt } from "@/domain/open-now";
import { usePage } from "@/domain/page-data";
import { useSavedHours, useSpecialDays } from "./use-saved-hours";

/**
 * Whether the company is open now. Pages are cached, so only the browser can say, and the line's
 * space is reserved until then. The time zone lookup takes about 100 ms on a phone, so it waits
 * until the line is near the viewport.
 */
export function OpenNow() {
  const line = useRef<HTMLParagraphElement>(null);
  const state = useOpenState(useNearViewport(line));
  return (
    // A hidden sentence of the maximum length reserves the space at any font and width.
    <p
      ref={line}
      className="grid items-center *:[grid-area:1/1] before:invisible before:pl-5 before:font-semibold before:content-['Closed_now,_opens_September_28_at_10:30_AM'] before:[grid-area:1/1]"
    >
      {state && (
        <span className="flex items-center gap-2.5">
          <span
            className={`size-2.5 flex-none rounded-full ${state.open ? "bg-good" : "bg-bad"}`}
            aria-hidden="true"
          />
          <span>
            <strong>{state.open ? "Open now" : "Closed now"}</strong>, {state.detail}
          </span>
        </span>
      )}
    </p>
  );
}

/** The same in two short texts, for a list of facts. */
export function OpenNowFact({ fact: Fact }: { fact: ComponentType<FactProps> }) {
  const state = useOpenState(true);
  return (
    <Fact name={state ? (state.open ? "Open now" : "Closed now") : "Hours"}>{state?.detail}</Fact>
  );
}

interface FactProps {
  name: string;
  children?: ReactNode;
}

function useOpenState(enabled: boolean): OpenState | undefined {
  const { timeZone } = usePage().identity;
  const saved = useSavedHours();
  const specialDays = useSpecialDays();
  const [state, setState] = useState<OpenState>();
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout>;
    // Compared here, because React would render once more to find the state unchanged.
    let shown: string | undefined = "";
    const update = () => {
      const now = new Date();
      const next = openStateAt(weekOf(saved), specialDays, momentIn(timeZone, now));
      if (next?.detail !== shown) setState(next);
      shown = next?.detail;
      clearTimeout(timer);
      timer = setTimeout(update, millisecondsUntilCheck(next, now));
    };
    update();
    // Timers stop while a phone sleeps.
    document.addEventListener("visibilitychange", update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, [saved, specialDays, timeZone, enabled]);
  return state;
}

/** Whether the element has been in the viewport or close to it. */
function useNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: "50%" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [near, element]);
  return near;
}
