import type { ContentType, Section } from "@/api/admin/content";

/** What the sections are called. */
export const sectionLabels: Record<Section, string> = {
  home: "Home",
  about: "About",
  services: "Services",
  contact: "Contact",
  blog: "Blog",
  footer: "Footer",
  general: "General",
};

/** What the types of content are called. */
export const typeLabels: Record<ContentType, string> = {
  text: "Text",
  html: "HTML",
  image: "Image URL",
};
