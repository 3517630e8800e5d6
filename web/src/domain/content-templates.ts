import { escapeHtml } from "@/lib/html";
import type { Identity } from "./page-data";

/** A content key that the visual editor offers for editing. */
export interface ContentTemplate {
  key: string;
  section: "home" | "about" | "services" | "contact";
  label: string;
  type: "text" | "html" | "image";
  /** The initial text of the editor. */
  default: (identity: Identity) => string;
}

export const contentTemplates: ContentTemplate[] = [
  {
    key: "hero_title",
    section: "home",
    label: "Hero Title",
    type: "text",
    default: ({ name }) => `Welcome to ${name}`,
  },
  {
    key: "hero_subtitle",
    section: "home",
    label: "Hero Subtitle",
    type: "text",
    default: ({ town }) =>
      `Professional pest and termite control in ${town} and the surrounding areas, from people who live here too.`,
  },
  {
    key: "hero_image",
    section: "home",
    label: "Hero Background Image",
    type: "image",
    default: () => "/art/hero.svg",
  },
  {
    key: "cta_text",
    section: "home",
    label: "Call to Action Text",
    type: "text",
    default: () => "Schedule Free Estimate",
  },
  {
    key: "feature_section_title",
    section: "home",
    label: "Features Section Title",
    type: "text",
    default: () => "Why Choose Us",
  },
  {
    key: "about_title",
    section: "about",
    label: "About Title",
    type: "text",
    default: ({ name }) => `About ${name}`,
  },
  {
    key: "about_content",
    section: "about",
    label: "About Content",
    type: "html",
    default: aboutStory,
  },
  {
    key: "team_section_title",
    section: "about",
    label: "Team Section Title",
    type: "text",
    default: () => "Meet Our Team",
  },
  {
    key: "about_image",
    section: "about",
    label: "About Image",
    type: "image",
    default: () => "/art/founders.svg",
  },
  {
    key: "services_title",
    section: "services",
    label: "Services Title",
    type: "text",
    default: () => "Our Services",
  },
  {
    key: "services_subtitle",
    section: "services",
    label: "Services Subtitle",
    type: "text",
    default: ({ town, county }) =>
      `Pest and termite work for homes, businesses and builders in ${town} and all of ${county}.`,
  },
  {
    key: "contact_title",
    section: "contact",
    label: "Contact Title",
    type: "text",
    default: () => "Contact Us",
  },
  {
    key: "contact_subtitle",
    section: "contact",
    label: "Contact Subtitle",
    type: "text",
    default: () =>
      "Tell us what you have seen and where. You talk to the people who will come out, not to a call center.",
  },
  {
    key: "office_address",
    section: "contact",
    label: "Office Address",
    type: "text",
    default: ({ street, town, stateCode, postalCode }) =>
      `${street}, ${town}, ${stateCode} ${postalCode}`,
  },
  {
    key: "map_embed",
    section: "contact",
    label: "Map Embed",
    type: "html",
    default: ({ mapUrl, town, county }) =>
      `<iframe src="${escapeHtml(mapUrl)}" title="Map of ${escapeHtml(`${town} and ${county}`)}" loading="lazy"></iframe>`,
  },
];

// Defaults of the public pages that differ from the editor's initial text.
const pageDefaults: Record<string, string> = {
  hero_title: "Protect Your Home From Unwanted Pests",
  cta_phone_text: "Call Now",
};

/** What the public pages show for a key until a value is stored. */
export function contentDefault(key: string, identity: Identity): string {
  const template = contentTemplates.find((candidate) => candidate.key === key);
  return pageDefaults[key] ?? template?.default(identity) ?? "";
}

function aboutStory({ name, town, county, foundedYear, experience }: Identity): string {
  const paragraphs = [
    `${name} started in ${foundedYear} with one truck and a simple idea: the person who answers the phone should know the house, the street and the bugs. Between them, the owners bring ${experience} to every crawl space and attic in ${county}.`,
    `We are a small company on purpose. The same technicians come back visit after visit, so they remember that the back gate sticks, that the water heater hides the bath trap, and where the ants came in last August.`,
    `Around ${town} the blackland clay opens in summer and swells in spring, and slabs and piers move with it. Every gap is a door for something. That is why we begin at the outside wall, and why the line around your house matters more to us than what is in the tank.`,
  ];
  return paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n");
}
