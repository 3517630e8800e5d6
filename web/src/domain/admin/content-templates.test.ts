import { describe, expect, it } from "vitest";
import { sampleIdentity } from "@/testing/sample-identity";
import { contentTemplates, editorDefault } from "./content-templates";

describe("contentTemplates", () => {
  it("lists each section's keys in the order of its preview", () => {
    const sections = [...new Set(contentTemplates.map(({ section }) => section))];
    const keysOf = (name: string) =>
      contentTemplates.filter(({ section }) => section === name).map(({ key }) => key);
    expect(sections.map((section) => [section, keysOf(section)])).toEqual([
      ["home", ["hero_title", "hero_subtitle", "hero_image", "cta_text", "feature_section_title"]],
      ["about", ["about_title", "about_content", "team_section_title", "about_image"]],
      ["services", ["services_title", "services_subtitle"]],
      ["contact", ["contact_title", "contact_subtitle", "office_address", "map_embed"]],
    ]);
  });

  it("has a default for every key", () => {
    for (const template of contentTemplates) {
      expect(editorDefault(template.key, sampleIdentity), template.key).not.toBe("");
    }
  });
});

it("offers a welcome line for the hero title, which is not the public page's default", () => {
  expect(editorDefault("hero_title", sampleIdentity)).toBe(`Welcome to ${sampleIdentity.name}`);
});
