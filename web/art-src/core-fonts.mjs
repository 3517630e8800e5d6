/**
 * Writes the fonts that are part of every page: only the characters of English text, without hinting
 * and alternative glyphs. What they leave out is in the complete fonts. `subset-font` is needed only
 * when the fonts or the characters change, so it is no dependency; from the folder `web`:
 *
 *     npm install --no-save subset-font@2.9.0 && node art-src/core-fonts.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

const heading = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 \u00a0.,:;!?'"&@+-/$%()‘’“”–—`;

/** The core fonts by the names of their files. */
export const coreFonts = {
  "core-heading": {
    source: "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2",
    characters: heading,
  },
  "core-text": {
    source: "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    characters: `${heading}#*…·©`,
  },
};

/** The characters as the value of `unicode-range`. */
export function unicodeRange(characters) {
  const codes = [...new Set(characters)].map((c) => c.codePointAt(0)).sort((a, b) => a - b);
  const ranges = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code) => code.toString(16).padStart(4, "0");
  return ranges
    .map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ""}`)
    .join(", ");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { default: subsetFont } = await import("subset-font");
  for (const [name, { source, characters }] of Object.entries(coreFonts)) {
    const complete = readFileSync(new URL(`../node_modules/${source}`, import.meta.url));
    const core = await subsetFont(complete, characters, {
      targetFormat: "woff2",
      keepFeatures: ["kern"],
      noHinting: true,
      dropTables: ["DSIG", "STAT", "HVAR", "MVAR"],
    });
    writeFileSync(new URL(`../src/fonts/${name}.woff2`, import.meta.url), core);
  }
}
