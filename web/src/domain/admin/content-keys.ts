/** A content key that pages show. */
export interface KnownKey {
  key: string;
  section: "home" | "about" | "services" | "contact";
  type: "text" | "html" | "image";
  /** Where visitors see it. */
  location: string;
}

const known = (
  key: string,
  section: KnownKey["section"],
  type: KnownKey["type"],
  location: string,
): KnownKey => ({ key, section, type, location });

/** Every key that pages show. Any other key can be stored, but nobody sees it. */
export const knownKeys: KnownKey[] = [
  known("hero_title", "home", "text", "Home page, headline"),
  known("hero_subtitle", "home", "text", "Home page, text below the headline"),
  known("hero_image", "home", "image", "Home page, picture behind the headline"),
  known("cta_text", "home", "text", "Home page, estimate button"),
  known("cta_phone_text", "home", "text", "Home page, call button"),
  known("feature_section_title", "home", "text", "Home page, title above the reasons to choose us"),
  known("about_title", "about", "text", "About page, title"),
  known("about_content", "about", "html", "About page, story"),
  known("team_section_title", "about", "text", "About page, title above the team"),
  known("about_image", "about", "image", "About page and home page, picture of the founders"),
  known("services_title", "services", "text", "Services page, title"),
  known("services_subtitle", "services", "text", "Services page, text below the title"),
  known("contact_title", "contact", "text", "Contact page, title"),
  known("contact_subtitle", "contact", "text", "Contact page, text below the title"),
  known("office_address", "contact", "text", "Contact page, location"),
  known("map_embed", "contact", "html", "Contact page, map"),
];

/** The known key with a name, if pages show it. */
export function findKnownKey(key: string): KnownKey | undefined {
  return knownKeys.find((candidate) => candidate.key === key.trim());
}
