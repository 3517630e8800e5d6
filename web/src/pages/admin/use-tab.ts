import { useLocation, useSearch } from "wouter";

const tabs = ["content", "services", "posts", "images", "social", "hours"] as const;
export type Tab = (typeof tabs)[number];

/** The open tab. */
export function useTab(): [Tab, (tab: Tab) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  return [tabFromSearch(search), (tab) => navigate(tabUrl(tab))];
}

function tabFromSearch(search: string): Tab {
  const name = new URLSearchParams(search).get("tab");
  return tabs.find((tab) => tab === name) ?? "content";
}

function tabUrl(tab: Tab): string {
  return tab === "content" ? "/admin" : `/admin?tab=${tab}`;
}
