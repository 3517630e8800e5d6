import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What the server compiles the CSS of stored templates from. */
export const sources = [
  "src/styles/theme.css",
  "src/entry-css.ts",
  "src/domain/own-colors.ts",
  "node_modules/tailwindcss/package.json",
];

/**
 * A hash that changes whenever the CSS of stored templates may change. It is part of that CSS's URL,
 * because browsers keep the file for a year.
 */
export function themeVersion(folder: string = import.meta.dirname): string {
  const hash = createHash("sha256");
  for (const source of sources) hash.update(readFileSync(join(folder, source)));
  return hash.digest("hex").slice(0, 8);
}

/** Makes the hash available to the front end, with the same value in every bundle of a build. */
export const themeVersionDefine = {
  "import.meta.env.VITE_THEME_VERSION": JSON.stringify(themeVersion()),
};

/** Writes the hash to a file, from which the server knows the version of the CSS that it compiles. */
export const themeVersionFile: Plugin = {
  name: "theme-version",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "theme-version.txt", source: themeVersion() });
  },
};
