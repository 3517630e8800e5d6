import { pageTextsQuery, type TextPage } from "@/api/page-texts";
import { defaults } from "@/domain/default-texts";
import { usePage } from "@/domain/page-data";
import { useData } from "@/lib/data-store";

/** Looks up a text by key. */
export type Text = (key: string) => string;

/** The texts of a page: the owner's, or the default ones until they are there. */
export function usePageTexts(page: TextPage): Text {
  const { identity } = usePage();
  const { data } = useData(pageTextsQuery(page));
  return (key) => data?.[key] ?? defaults.text?.(page, key, identity) ?? "";
}
