import { type RefObject, useEffect, useRef, useState } from "react";
import { type DayHours, weekOf } from "@/lib/hours";
import { momentIn, type OpenState, openStateAt } from "@/lib/open-now";
import { usePage } from "@/lib/page-data";
import { useSavedHours } from "./use-saved-hours";

const minute = 60_000;

/**
 * Whether the company is open at this moment. Pages are cached, so only the browser can tell; the
 * line's room is kept until it has. Time zones take a phone a tenth of a second to look up, so it
 * does that only when the line comes near the screen.
 */
export function OpenNow() {
  const { identity } = usePage();
  const saved = useSavedHours();
  const line = useRef<HTMLParagraphElement>(null);
  const state = useOpenState(saved, identity.timeZone, useComesNear(line));
  return (
    // On a phone it takes two lines whatever it says, so that its room is known before it says it.
    <p ref={line} className="flex min-h-[3.2em] items-center gap-2.5 sm:min-h-[1.6em]">
      {state && (
        <>
          <span
            className={`size-2.5 flex-none rounded-full ${state.open ? "bg-good" : "bg-bad"}`}
            aria-hidden="true"
          />
          <span>
            <strong>{state.open ? "Open now" : "Closed now"}</strong>,{" "}
            <span className="max-sm:block">{state.detail}</span>
          </span>
        </>
      )}
    </p>
  );
}

function useOpenState(saved: DayHours[], timeZone: string, wanted: boolean): OpenState | undefined {
  const [state, setState] = useState<OpenState>();
  useEffect(() => {
    if (!wanted) return;
    const update = () => setState(openStateAt(weekOf(saved), momentIn(timeZone, new Date())));
    update();
    const timer = setInterval(update, minute);
    return () => clearInterval(timer);
  }, [saved, timeZone, wanted]);
  return state;
}

/** Whether the element has been on the screen or close to it. */
function useComesNear(element: RefObject<HTMLElement | null>): boolean {
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
