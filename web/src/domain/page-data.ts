import { createContext, use } from "react";
import type { DayHours } from "./hours";
import type { components } from "./page-schema";
import type { SpecialDay } from "./special-days";

type Schemas = components["schemas"];

/** Facts about the company. */
export type Identity = Schemas["Identity"];

/** Who provides the chat: this site, another company's script, or nobody. */
export type ChatSetup = Schemas["ChatSetup"];

/** The data that the server puts into a document. Generated from the Go types. */
export type PageData = Schemas["Page"];

/** The content keys that each page may read. */
export type ContentKeys = Schemas["ContentKeys"];

/** What a page is about, for structured data: the pages above it and the thing that it shows. */
export interface PageSubject {
  /** Names and paths of the pages from the home page down to this one, which are the breadcrumbs. */
  trail?: [name: string, path: string][];
  business?: {
    savedHours: DayHours[];
    specialDays: SpecialDay[];
    socialUrls: string[];
    officeAddress: string;
  };
  service?: {
    name: string;
    slug: string;
    shortDescription: string;
    imageUrl: string;
    /** The filled template, which may have questions and answers. */
    html?: string;
  };
  post?: {
    title: string;
    slug: string;
    excerpt: string;
    imageUrl: string;
    publishedAt: string;
    updatedAt: string;
  };
}

/** What only the server collects while it renders; undefined in the browser. */
export interface ServerCallbacks {
  /** Sets the HTTP status. */
  setStatus?: (status: number) => void;
  /** Says what the document describes, for structured data. */
  setSubject?: (subject: PageSubject) => void;
}

/** What every component can read, on the server and in the browser. */
export interface Page extends ServerCallbacks {
  year: number;
  identity: Identity;
  /** Replaces the identity after an edit in the back office. */
  setIdentity?: (identity: Identity) => void;
  /** What the server knows about the photos of identity.team, in its order. */
  portraits?: PageData["portraits"];
  /** The names of the services that the footer lists. */
  footerServices: PageData["footerServices"];
  baseUrl: string;
  /** How many links to the current page were followed. */
  revisits?: number;
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
