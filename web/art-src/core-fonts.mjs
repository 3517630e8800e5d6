/** Which characters the fonts have that are part of every page; see write-core-fonts.mjs. */
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
