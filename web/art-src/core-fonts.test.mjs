import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { coreFonts, unicodeRange } from "./core-fonts.mjs";

test("a unicode range names runs of characters once", () => {
  expect(unicodeRange("cab–a")).toBe("U+0061-0063, U+2013");
});

describe.each(Object.entries(coreFonts))("%s", (name, { characters }) => {
  test.each(["inline", "linked"])("fonts-%s.css names the characters of the file", (kind) => {
    const css = readFileSync(`src/styles/fonts-${kind}.css`, "utf8");
    const face = css.split("@font-face").find((part) => part.includes(`fonts/${name}.woff2`));
    const range = /unicode-range:([^;]+);/.exec(face)?.[1];
    expect(range?.replace(/\s+/g, " ").trim()).toBe(unicodeRange(characters));
  });

  // Both are in every document, which would need another round trip above 43 KB.
  test("the file is small", () => {
    expect(statSync(`src/fonts/${name}.woff2`).size).toBeLessThan(13_500);
  });
});
