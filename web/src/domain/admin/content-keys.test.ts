import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findKnownKey, knownKeys } from "./content-keys";
import { contentTemplates } from "./content-templates";

const source = join(import.meta.dirname, "../..");

/** The keys that public pages look up, by their source. */
function keysInPages(): string[] {
  const files = readdirSync(join(source, "pages/site"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /(?<!\.test)\.tsx$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(source, "pages/site", file), "utf8");
      const lookups = text.matchAll(/(?:content|useContentImage)\((?:"\w+", )?"(\w+)"\)/g);
      return [...lookups].map(([, key]) => key ?? "");
    });
}

it("knows exactly the keys that pages show", () => {
  const sorted = (keys: string[]) => [...new Set(keys)].sort();
  expect(sorted(knownKeys.map(({ key }) => key))).toEqual(sorted(keysInPages()));
});

it("agrees with the visual editor on section and type", () => {
  for (const { key, section, type } of contentTemplates) {
    expect(findKnownKey(key), key).toMatchObject({ section, type });
  }
});
