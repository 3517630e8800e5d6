import { useEffect, useState } from "react";
import { type DayHours, weekOf } from "@/lib/hours";
import { momentIn, type OpenState, openStateAt } from "@/lib/open-now";
import { usePage } from "@/lib/page-data";
import { useSavedHours } from "./use-saved-hours";

const minute = 60_000;

/**
 * Whether the company is open at this moment. Pages are cached, so only the
 * browser can tell; the line's room is kept until it has.
 */
export function OpenNow() {
  const { identity } = usePage();
  const saved = useSavedHours();
  const state = useOpenState(saved, identity.timeZone);
  return (
    <p className="flex min-h-[1.6em] items-center gap-2.5">
      {state && (
        <>
          <span
            className={`size-2.5 rounded-full ${state.open ? "bg-good" : "bg-bad"}`}
            aria-hidden="true"
          />
          <span>
            <strong>{state.open ? "Open now" : "Closed now"}</strong>, {state.detail}
          </span>
        </>
      )}
    </p>
  );
}

function useOpenState(saved: DayHours[], timeZone: string): OpenState | undefined {
  const [state, setState] = useState<OpenState>();
  useEffect(() => {
    const update = () => setState(openStateAt(weekOf(saved), momentIn(timeZone, new Date())));
    update();
    const timer = setInterval(update, minute);
    return () => clearInterval(timer);
  }, [saved, timeZone]);
  return state;
}
