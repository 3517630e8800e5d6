import { useQuery } from "@tanstack/react-query";
import { type ContentEntry, contentQuery } from "@/api/content";
import { contentDefault } from "@/domain/content-templates";
import { usePage } from "@/domain/page-data";

/** Looks up what is stored under a key; a missing key silently falls back to its default. */
export function useContent(): (key: string) => string {
  const entry = useContentEntry();
  return (key) => entry(key).content;
}

/** Looks up a stored image: its address and what is known about it. */
export function useContentImage(key: string) {
  const { content, image } = useContentEntry()(key);
  return { src: content, details: image };
}

function useContentEntry(): (key: string) => ContentEntry {
  const { identity } = usePage();
  const { data: entries = [] } = useQuery(contentQuery);
  return (key) =>
    entries.find((entry) => entry.key === key && entry.content !== "") ?? {
      key,
      content: contentDefault(key, identity),
    };
}
