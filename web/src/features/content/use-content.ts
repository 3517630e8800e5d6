import { type ContentEntry, contentQuery } from "@/api/content";
import { contentDefault } from "@/domain/content-defaults";
import { usePage } from "@/domain/page-data";
import { useData } from "@/lib/data-store";

/** Looks up stored content by key; falls back to the key's default. */
export function useContent(): (key: string) => string {
  const entry = useContentEntry();
  return (key) => entry(key).content;
}

/** Looks up a stored image by key: its URL and details. */
export function useContentImage(key: string) {
  const { content, image } = useContentEntry()(key);
  return { src: content, details: image };
}

function useContentEntry(): (key: string) => ContentEntry {
  const { identity } = usePage();
  const { data: entries = [] } = useData(contentQuery);
  return (key) =>
    entries.find((entry) => entry.key === key && entry.content !== "") ?? {
      key,
      content: contentDefault(key, identity),
    };
}
