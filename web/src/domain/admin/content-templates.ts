import { contentDefault } from "../content-defaults";
import type { Identity } from "../page-data";

/** A content key that the visual editor offers for editing. */
export interface ContentTemplate {
  key: string;
  section: "home" | "about" | "services" | "contact";
  label: string;
  type: "text" | "html" | "image";
}

export const contentTemplates: ContentTemplate[] = [
  { key: "hero_title", section: "home", label: "Hero Title", type: "text" },
  { key: "hero_subtitle", section: "home", label: "Hero Subtitle", type: "text" },
  { key: "hero_image", section: "home", label: "Hero Background Image", type: "image" },
  { key: "cta_text", section: "home", label: "Call to Action Text", type: "text" },
  { key: "feature_section_title", section: "home", label: "Features Section Title", type: "text" },
  { key: "about_title", section: "about", label: "About Title", type: "text" },
  { key: "about_content", section: "about", label: "About Content", type: "html" },
  { key: "team_section_title", section: "about", label: "Team Section Title", type: "text" },
  { key: "about_image", section: "about", label: "About Image", type: "image" },
  { key: "services_title", section: "services", label: "Services Title", type: "text" },
  { key: "services_subtitle", section: "services", label: "Services Subtitle", type: "text" },
  { key: "contact_title", section: "contact", label: "Contact Title", type: "text" },
  { key: "contact_subtitle", section: "contact", label: "Contact Subtitle", type: "text" },
  { key: "office_address", section: "contact", label: "Office Address", type: "text" },
  { key: "map_embed", section: "contact", label: "Map Embed", type: "html" },
];

/** The initial text of the editor for a key. */
export function editorDefault(key: string, identity: Identity): string {
  // The public page's default is another sentence.
  if (key === "hero_title") return `Welcome to ${identity.name}`;
  return contentDefault(key, identity);
}
