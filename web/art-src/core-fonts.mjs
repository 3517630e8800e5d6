/**
 * Writes the small fonts that every page loads: only the characters of English text, without hinting
 * and alternative glyphs. What they leave out is in the complete fonts; the ranges in fonts.css say
 * which characters these have. `subset-font` is needed only
 * when the fonts or the characters change, so it is no dependency; from the folder `web`:
 *
 *     npm install --no-save subset-font@2.9.0 && node art-src/core-fonts.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const characters = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 \u00a0.,:;!?'"&@+-/$%()‘’“”–—`;

const fonts = {
  "core-heading": {
    source: "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2",
    characters,
  },
  "core-text": {
    source: "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    characters: `${characters}#*…·©`,
  },
};

for (const [name, { source, characters }] of Object.entries(fonts)) {
  const complete = readFileSync(new URL(`../node_modules/${source}`, import.meta.url));
  const core = await subsetFont(complete, characters, {
    targetFormat: "woff2",
    keepFeatures: ["kern"],
    noHinting: true,
    dropTables: ["DSIG", "STAT", "HVAR", "MVAR"],
  });
  writeFileSync(new URL(`../src/fonts/${name}.woff2`, import.meta.url), core);
}
