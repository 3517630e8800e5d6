import { createContext, use } from "react";
import type { SeededQuery } from "@/lib/query-client";

export interface TeamMember {
  name: string;
  role: string;
  bio: string;
  imageUrl: string;
}

/** The facts about the company; the server reads them from one file. */
export interface Identity {
  name: string;
  legalName: string;
  tagline: string;
  /** As people write it: (254) 555-0142. */
  phone: string;
  /** With country code: +12545550142. */
  phoneE164: string;
  email: string;
  portalUrl: string;
  street: string;
  town: string;
  county: string;
  state: string;
  stateCode: string;
  postalCode: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  foundedYear: number;
  experience: string;
  guarantee: string;
  license: string;
  facebookUrl: string;
  mapUrl: string;
  areasServed: string[];
  team: TeamMember[];
  chat: ChatSetup;
}

/** Who provides the chat: we, another company's script, or nobody. */
export interface ChatSetup {
  provider: "own" | "script" | "none";
  script?: string;
}

/** All that the server knows when it renders an address. */
export interface PageData {
  path: string;
  year: number;
  identity: Identity;
  baseUrl: string;
  queries: SeededQuery[];
}

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
