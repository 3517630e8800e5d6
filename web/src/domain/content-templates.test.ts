import { describe, expect, it } from "vitest";
import { sampleIdentity } from "@/testing/sample-identity";
import { contentDefault, contentTemplates } from "./content-templates";

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
      expect(template.default(sampleIdentity), template.key).not.toBe("");
    }
  });

  it("escapes identity values in HTML defaults", () => {
    const identity = { ...sampleIdentity, name: "Oak & <Sons>", mapUrl: 'https://maps.test/"x' };
    expect(contentDefault("about_content", identity)).toContain("Oak &#38; &#60;Sons&#62;");
    expect(contentDefault("map_embed", identity)).toContain('src="https://maps.test/&#34;x"');
  });
});

describe("contentDefault", () => {
  it.each([
    ["hero_title", "Protect Your Home From Unwanted Pests"],
    ["cta_text", "Schedule Free Estimate"],
    ["cta_phone_text", "Call Now"],
    ["office_address", "100 Example Street, Hillsboro, TX 76645"],
    ["no_such_key", ""],
  ])("shows %s as %j", (key, text) => {
    expect(contentDefault(key, sampleIdentity)).toBe(text);
  });

  it("mentions pest control and the town in the subtitle", () => {
    expect(contentDefault("hero_subtitle", sampleIdentity)).toMatch(
      /professional pest.* control in Hillsboro/i,
    );
  });
});
