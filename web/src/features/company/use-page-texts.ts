import { pageTextsQuery, type TextPage } from "@/api/page-texts";
import { useData } from "@/lib/data-store";

/** Looks up a text by key. */
export type Text = (key: string) => string;

interface PageTexts {
  /** Undefined until the texts are there. */
  text: Text | undefined;
  /** The texts could not be loaded. */
  failed: boolean;
}

/** The texts of a page. They come with the document; another page's are loaded when it is opened. */
export function usePageTexts(page: TextPage): PageTexts {
  const { data, isError } = useData(pageTextsQuery(page));
  return { text: data && ((key) => data[key] ?? ""), failed: isError && !data };
}
