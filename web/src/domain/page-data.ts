import { createContext, use } from "react";
import type { components } from "./page-schema";

type Schemas = components["schemas"];

/** The facts about the company; the server reads them from one file. */
export type Identity = Schemas["Identity"];

/** Who provides the chat: this site, another company's script, or nobody. */
export type ChatSetup = Schemas["ChatSetup"];

/** Everything that rendering one path needs. The types are generated from Go's. */
export type PageData = Schemas["Page"];

/** What every screen may know, wherever it is rendered. */
export interface Page {
  year: number;
  identity: Identity;
  baseUrl: string;
  /** How often a link was followed to the page that was shown already. */
  revisits?: number;
  /** Sets the status of the server's answer; in the browser nothing is left to set. */
  setStatus?: (status: number) => void;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = use(PageContext);
  if (!page) throw new Error("usePage needs a PageContext around it");
  return page;
}

/** Reads the data that the server wrote into the document. */
export function readPageData(): PageData {
  const element = document.getElementById("page-data");
  if (!element?.textContent) throw new Error("the document holds no page data");
  return JSON.parse(element.textContent) as PageData;
}
