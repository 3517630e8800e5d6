import { expect, it } from "vitest";
import { sampleIdentity } from "@/testing/sample-identity";
import { filledText } from "./filled-texts";
import defaults from "./page-texts.json";

it("fills in the company's facts, and knows every one that a text names", () => {
  expect(filledText("about", "mission", sampleIdentity)).toContain(sampleIdentity.county);
  expect(filledText("home", "story", sampleIdentity)).toContain(`${sampleIdentity.foundedYear}`);
  for (const [page, texts] of Object.entries(defaults)) {
    for (const key of Object.keys(texts)) {
      expect(filledText(page, key, sampleIdentity), key).not.toMatch(/^$|undefined|[{}]/);
    }
  }
});
