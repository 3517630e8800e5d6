import { useLocation } from "wouter";
import { useShownSearch } from "@/ui/admin/place";
import { useLeave } from "@/ui/admin/unsaved-changes";

const tabs = ["content", "services", "posts", "images", "social", "hours"] as const;
export type Tab = (typeof tabs)[number];

/** The open tab. */
export function useTab(): [Tab, (tab: Tab) => void] {
  const search = useShownSearch();
  const [, navigate] = useLocation();
  const { leave } = useLeave("tab");
  return [tabFromSearch(search), (tab) => leave(() => navigate(tabUrl(tab)))];
}

function tabFromSearch(search: string): Tab {
  const name = new URLSearchParams(search).get("tab");
  return tabs.find((tab) => tab === name) ?? "content";
}

function tabUrl(tab: Tab): string {
  return tab === "content" ? "/admin" : `/admin?tab=${tab}`;
}
