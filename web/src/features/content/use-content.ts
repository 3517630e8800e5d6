import { useQuery } from "@tanstack/react-query";
import { contentQuery } from "@/api/content";
import { contentDefault } from "@/lib/content-templates";
import { usePage } from "@/lib/page-data";

/** Looks up what is stored under a key; a missing key silently falls back to its default. */
export function useContent(): (key: string) => string {
  const { identity } = usePage();
  const { data: entries = [] } = useQuery(contentQuery);
  return (key) =>
    entries.find((entry) => entry.key === key)?.content || contentDefault(key, identity);
}
