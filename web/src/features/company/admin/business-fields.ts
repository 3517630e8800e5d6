import type { Company } from "@/api/admin/company";

/** A fact that is one line of text. */
export type TextFact = {
  [Name in keyof Company]: Company[Name] extends string ? Name : never;
}[keyof Company];

interface BusinessField {
  name:
    | Exclude<TextFact, "updatedAt" | "phoneE164" | "map">
    | "latitude"
    | "longitude"
    | "foundedYear";
  label: string;
  /** Where visitors see it. */
  where: string;
  type?: "tel" | "email" | "url";
  optional?: boolean;
  /** Takes half of a wide screen. */
  half?: boolean;
}

/** The facts about the business, in the order of the form. */
export const businessFields: {
  title: string;
  /** Set for a group that few need: it is folded until somebody opens it. */
  note?: string;
  fields: BusinessField[];
}[] = [
  {
    title: "Name and contact",
    fields: [
      { name: "name", label: "Name", where: "Header, footer, page titles, search results" },
      {
        name: "legalName",
        label: "Legal Name",
        where: "Search results (not shown on pages)",
        optional: true,
      },
      {
        name: "tagline",
        label: "Tagline",
        where: "Footer, title of the home page, search results",
        optional: true,
      },
      {
        name: "phone",
        label: "Phone",
        where: "Every page: shown and dialled",
        type: "tel",
        half: true,
      },
      {
        name: "email",
        label: "E-mail",
        where: "Footer, contact page; sender of notices",
        type: "email",
        half: true,
      },
    ],
  },
  {
    title: "Place",
    fields: [
      { name: "street", label: "Street", where: "Contact page, search results" },
      { name: "town", label: "Town", where: "Footer, contact page, many texts", half: true },
      { name: "county", label: "County", where: "Many texts, search results", half: true },
      { name: "state", label: "State", where: "Contact page, search results", half: true },
      {
        name: "stateCode",
        label: "State Code",
        where: "Footer, contact page, such as TX",
        half: true,
      },
      { name: "postalCode", label: "Postal Code", where: "Footer, contact page", half: true },
      {
        name: "timeZone",
        label: "Time Zone",
        where: "Open-now line and dates, such as America/Chicago",
        half: true,
      },
    ],
  },
  {
    title: "What you promise",
    fields: [
      { name: "foundedYear", label: "Founding Year", where: "About page, home page", half: true },
      {
        name: "license",
        label: "License",
        where: "Footer of every page, home page",
        optional: true,
        half: true,
      },
      { name: "experience", label: "Experience", where: "Home page, about page, search results" },
      { name: "guarantee", label: "Guarantee", where: "Home page, under Why Choose Us" },
    ],
  },
  {
    title: "Elsewhere on the web",
    fields: [
      {
        name: "portalUrl",
        label: "Customer Portal URL",
        where: "Header, footer, banner of the home page; without one they lead to your portal page",
        type: "url",
        optional: true,
      },
      {
        name: "facebookUrl",
        label: "Facebook URL",
        where: "Footer, contact page, until social links are saved",
        type: "url",
        optional: true,
      },
    ],
  },
  {
    title: "Map and coordinates",
    note: "Without them visitors see a map of the address.",
    fields: [
      {
        name: "mapUrl",
        label: "Map URL",
        where: "Contact page; the address that a map shows under Share, Embed",
        type: "url",
        optional: true,
      },
      {
        name: "latitude",
        label: "Latitude",
        where: "Search results, such as 32.011",
        optional: true,
        half: true,
      },
      {
        name: "longitude",
        label: "Longitude",
        where: "Search results, such as -97.13",
        optional: true,
        half: true,
      },
    ],
  },
];

export type FactName = (typeof businessFields)[number]["fields"][number]["name"];

/** Every fact as it is typed. */
export type BusinessValues = Record<FactName, string> & {
  areasServed: string;
  map: string;
  provider: string;
  script: string;
};
