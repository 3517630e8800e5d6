import type { ContentType, Section } from "@/api/admin/content";

/** Labels of the sections. */
export const sectionLabels: Record<Section, string> = {
  home: "Home",
  about: "About",
  services: "Services",
  contact: "Contact",
  blog: "Blog",
  footer: "Footer",
  general: "General",
};

/** Labels of the content types. */
export const typeLabels: Record<ContentType, string> = {
  text: "Text",
  html: "HTML",
  image: "Image URL",
};
