import { describe, expect, it } from "vitest";
import { sampleIdentity } from "@/testing/sample-identity";
import { contentDefault } from "./content-defaults";

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

  it("escapes identity values in HTML defaults", () => {
    const identity = { ...sampleIdentity, name: "Oak & <Sons>", mapUrl: 'https://maps.test/"x' };
    expect(contentDefault("about_content", identity)).toContain("Oak &#38; &#60;Sons&#62;");
    expect(contentDefault("map_embed", identity)).toContain('src="https://maps.test/&#34;x"');
  });
});
