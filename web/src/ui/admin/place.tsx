import { createContext, type ReactNode, use, useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import { useLeave } from "./unsaved-changes";

const ShownContext = createContext<string | undefined>(undefined);

/**
 * Follows the query of the URL, which names the open tab, the post that is edited in it and the panel
 * over it, so that reload, back and shared links work. Unsaved changes are asked about before their tab or panel is left, also by
 * going back.
 */
export function Place({ children }: { children: ReactNode }) {
  const search = useSearch();
  const [shown, setShown] = useState(search);
  const shownPosition = useRef(-1);
  const tab = useLeave("tab");
  const panel = useLeave("panel");

  useEffect(() => {
    const position = positionOfEntry(shownPosition.current + 1);
    const steps = position - shownPosition.current;
    const unsaved = [
      differs(search, shown, "tab") || differs(search, shown, "post") ? tab : undefined,
      differs(search, shown, "panel") || differs(search, shown, "section") ? panel : undefined,
    ].find((left) => left?.isUnsaved());
    if (unsaved && steps !== 0) {
      // The browser has already moved. Moving it back keeps the history as it was; a new entry for
      // the shown tab would delete the entries after this one.
      history.go(-steps);
      unsaved.leave(() => history.go(steps));
      return;
    }
    shownPosition.current = position;
    setShown(search);
  }, [search, shown, tab, panel]);

  return <ShownContext value={shown}>{children}</ShownContext>;
}

/** The query of the URL, but of the previous one while a person is asked about unsaved changes. */
export function useShownSearch(): string {
  const search = useSearch();
  return use(ShownContext) ?? search;
}

/** The position of the current entry in the history; an entry without one is new and gets the next. */
function positionOfEntry(next: number): number {
  const known: unknown = history.state?.position;
  if (typeof known === "number") return known;
  history.replaceState({ ...history.state, position: next }, "");
  return next;
}

function differs(a: string, b: string, name: string): boolean {
  return new URLSearchParams(a).get(name) !== new URLSearchParams(b).get(name);
}
