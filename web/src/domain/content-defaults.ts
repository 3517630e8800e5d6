import { escapeHtml } from "@/lib/html";
import type { Identity } from "./page-data";

/** What the public pages show for a key until a value is stored. */
export function contentDefault(key: string, identity: Identity): string {
  return defaults[key]?.(identity) ?? "";
}

const defaults: Record<string, (identity: Identity) => string> = {
  hero_title: () => "Protect Your Home From Unwanted Pests",
  hero_subtitle: ({ town }) =>
    `Professional pest and termite control in ${town} and the surrounding areas, from people who live here too.`,
  hero_image: () => "/art/hero.svg",
  cta_text: () => "Schedule Free Estimate",
  cta_phone_text: () => "Call Now",
  feature_section_title: () => "Why Choose Us",
  about_title: ({ name }) => `About ${name}`,
  about_content: aboutStory,
  team_section_title: () => "Meet Our Team",
  about_image: () => "/art/founders.svg",
  services_title: () => "Our Services",
  services_subtitle: ({ town, county }) =>
    `Pest and termite work for homes, businesses and builders in ${town} and all of ${county}.`,
  contact_title: () => "Contact Us",
  contact_subtitle: () =>
    "Tell us what you have seen and where. You talk to the people who will come out, not to a call center.",
  office_address: ({ street, town, stateCode, postalCode }) =>
    `${street}, ${town}, ${stateCode} ${postalCode}`,
  map_embed: ({ mapUrl, street, town, stateCode, postalCode, county }) =>
    `<iframe src="${escapeHtml(mapUrl || mapOf(`${street}, ${town}, ${stateCode} ${postalCode}`))}" title="Map of ${escapeHtml(`${town} and ${county}`)}" loading="lazy"></iframe>`,
};

/** A map of an address; it needs no key. */
function mapOf(address: string): string {
  return `https://maps.google.com/maps?q=${encodeURIComponent(address)}&output=embed`;
}

function aboutStory({ name, town, county, foundedYear, experience }: Identity): string {
  const paragraphs = [
    `${name} started in ${foundedYear} with one truck and a simple idea: the person who answers the phone should know the house, the street and the bugs. Between them, the owners bring ${experience} to every crawl space and attic in ${county}.`,
    `We are a small company on purpose. The same technicians come back visit after visit, so they remember that the back gate sticks, that the water heater hides the bath trap, and where the ants came in last August.`,
    `Around ${town} the clay opens in summer and swells in spring, and slabs and piers move with it. Every gap is a door for something. That is why we begin at the outside wall, and why the line around your house matters more to us than what is in the tank.`,
  ];
  return paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n");
}
