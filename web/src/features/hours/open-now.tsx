import { type RefObject, useEffect, useRef, useState } from "react";
import { type DayHours, weekOf } from "@/domain/hours";
import { momentIn, type OpenState, openStateAt } from "@/domain/open-now";
import { usePage } from "@/domain/page-data";
import { useSavedHours } from "./use-saved-hours";

const minute = 60_000;

/**
 * Whether the company is open now. Pages are cached, so only the browser can say, and the line's
 * space is reserved until then. The time zone lookup takes about 100 ms on a phone, so it waits
 * until the line is near the viewport.
 */
export function OpenNow() {
  const { identity } = usePage();
  const saved = useSavedHours();
  const line = useRef<HTMLParagraphElement>(null);
  const state = useOpenState(saved, identity.timeZone, useNearViewport(line));
  return (
    // A hidden sentence of the maximum length reserves the space at any font and width.
    <p
      ref={line}
      className="grid items-center *:[grid-area:1/1] before:invisible before:pl-5 before:font-semibold before:content-['Closed_now,_opens_Wednesday_at_10:30_AM'] before:[grid-area:1/1]"
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

function useOpenState(
  saved: DayHours[],
  timeZone: string,
  enabled: boolean,
): OpenState | undefined {
  const [state, setState] = useState<OpenState>();
  useEffect(() => {
    if (!enabled) return;
    const update = () => setState(openStateAt(weekOf(saved), momentIn(timeZone, new Date())));
    update();
    const timer = setInterval(update, minute);
    return () => clearInterval(timer);
  }, [saved, timeZone, enabled]);
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
