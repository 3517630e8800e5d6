import { type ContentEntry, contentQuery, pageContentQuery } from "@/api/content";
import { contentDefault } from "@/domain/content-defaults";
import { type ContentKeys, usePage } from "@/domain/page-data";
import { useData } from "@/lib/data-store";

type ContentPage = keyof ContentKeys;

/** Looks up stored content of a page by key; falls back to the key's default. */
export function useContent<P extends ContentPage>(page: P): (key: ContentKeys[P]) => string {
  const entry = useContentEntry(page);
  return (key) => entry(key).content;
}

/** Looks up a stored image of a page by key: its URL and details. */
export function useContentImage<P extends ContentPage>(page: P, key: ContentKeys[P]) {
  const { content, image } = useContentEntry(page)(key);
  return { src: content, details: image };
}

function useContentEntry(page: ContentPage): (key: string) => ContentEntry {
  const { identity } = usePage();
  const { data: own } = useData(pageContentQuery(page));
  // A document carries the content of its own page only; for the others all of it is fetched, once.
  const { data: all = [] } = useData({ ...contentQuery, enabled: own === undefined });
  const entries = own ?? all;
  return (key) =>
    entries.find((entry) => entry.key === key && entry.content !== "") ?? {
      key,
      content: contentDefault(key, identity),
    };
}
