import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useLeaveTab } from "@/ui/admin/unsaved-changes";

const tabs = ["content", "services", "posts", "images", "social", "hours"] as const;
export type Tab = (typeof tabs)[number];

/**
 * The open tab. It is part of the URL, so that reload, back and shared links work. Unsaved changes
 * in it are asked about before it is left, also by going back.
 */
export function useTab(): [Tab, (tab: Tab) => void] {
  const wanted = tabFromSearch(useSearch());
  const [shown, setShown] = useState(wanted);
  const [, navigate] = useLocation();
  const { leave, isUnsaved } = useLeaveTab();

  useEffect(() => {
    if (wanted === shown) return;
    if (!isUnsaved()) {
      setShown(wanted);
      return;
    }
    navigate(tabUrl(shown));
    leave(() => navigate(tabUrl(wanted)));
  }, [wanted, shown, isUnsaved, leave, navigate]);

  return [shown, (tab) => leave(() => navigate(tabUrl(tab)))];
}

function tabFromSearch(search: string): Tab {
  const name = new URLSearchParams(search).get("tab");
  return tabs.find((tab) => tab === name) ?? "content";
}

function tabUrl(tab: Tab): string {
  return tab === "content" ? "/admin" : `/admin?tab=${tab}`;
}
