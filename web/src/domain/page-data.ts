import { createContext, use } from "react";
import type { components } from "./page-schema";

type Schemas = components["schemas"];

/** Facts about the company. The server reads them from one file. */
export type Identity = Schemas["Identity"];

/** Who provides the chat: this site, another company's script, or nobody. */
export type ChatSetup = Schemas["ChatSetup"];

/** The data that the server puts into a document. Generated from the Go types. */
export type PageData = Schemas["Page"];

/** The content keys that each page may read. */
export type ContentKeys = Schemas["ContentKeys"];

/** What every component can read, on the server and in the browser. */
export interface Page {
  year: number;
  identity: Identity;
  baseUrl: string;
  /** How many links to the current page were followed. */
  revisits?: number;
  /** Sets the HTTP status; undefined in the browser. */
  setStatus?: (status: number) => void;
}

export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = use(PageContext);
  if (!page) throw new Error("usePage needs a PageContext around it");
  return page;
}

/** Reads the data that the server put into the document. */
export function readPageData(): PageData {
  const element = document.getElementById("page-data");
  if (!element?.textContent) throw new Error("the document holds no page data");
  return JSON.parse(element.textContent) as PageData;
}
