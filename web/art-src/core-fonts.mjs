/**
 * Writes the small fonts that every page loads: only the characters of English text, without hinting
 * and alternative glyphs. What they leave out is in the complete fonts; the ranges in fonts.css say
 * which characters these have. The server draws share cards with a third, which has all characters of
 * Western European languages. `subset-font` is needed only
 * when the fonts or the characters change, so it is no dependency; from the folder `web`:
 *
 *     npm install --no-save subset-font@2.9.0 && node art-src/core-fonts.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const characters = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 \u00a0.,:;!?'"&@+-/$%()‘’“”–—`;

const heading = "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2";

/** Every character from the first to the last. */
function range(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
}

const fonts = {
  "../src/fonts/core-heading.woff2": { source: heading, characters, format: "woff2" },
  "../src/fonts/core-text.woff2": {
    source: "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    characters: `${characters}#*…·©`,
    format: "woff2",
  },
  "../../internal/sharecard/heading.ttf": {
    source: heading,
    characters: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}${characters}…·©`,
    format: "truetype",
  },
};

for (const [file, { source, characters, format }] of Object.entries(fonts)) {
  const complete = readFileSync(new URL(`../node_modules/${source}`, import.meta.url));
  const subset = await subsetFont(complete, characters, {
    targetFormat: format,
    keepFeatures: ["kern"],
    noHinting: true,
    dropTables: ["DSIG", "STAT", "HVAR", "MVAR"],
  });
  writeFileSync(new URL(file, import.meta.url), subset);
}
