import { useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useLeaveTab } from "@/ui/admin/unsaved-changes";

const tabs = ["content", "services", "posts", "images", "social", "hours"] as const;
export type Tab = (typeof tabs)[number];

/**
 * The open tab. It is part of the URL, so that reload, back and shared links work. Unsaved changes
 * in it are asked about before it is left, also by going back.
 */
export function useTab(): [Tab, (tab: Tab) => void] {
  const search = useSearch();
  const [shown, setShown] = useState(() => tabFromSearch(search));
  const shownPosition = useRef(-1);
  const [, navigate] = useLocation();
  const { leave, isUnsaved } = useLeaveTab();

  useEffect(() => {
    const wanted = tabFromSearch(search);
    const position = positionOfEntry(shownPosition.current + 1);
    const steps = position - shownPosition.current;
    if (wanted !== shown && isUnsaved()) {
      // The browser has already moved. Moving it back keeps the history as it was; a new entry for
      // the shown tab would delete the entries after this one.
      history.go(-steps);
      leave(() => history.go(steps));
      return;
    }
    shownPosition.current = position;
    setShown(wanted);
  }, [search, shown, isUnsaved, leave]);

  return [shown, (tab) => leave(() => navigate(tabUrl(tab)))];
}

/** The position of the current entry in the history; an entry without one is new and gets the next. */
function positionOfEntry(next: number): number {
  const known: unknown = history.state?.position;
  if (typeof known === "number") return known;
  history.replaceState({ ...history.state, position: next }, "");
  return next;
}

function tabFromSearch(search: string): Tab {
  const name = new URLSearchParams(search).get("tab");
  return tabs.find((tab) => tab === name) ?? "content";
}

function tabUrl(tab: Tab): string {
  return tab === "content" ? "/admin" : `/admin?tab=${tab}`;
}
