/**
 * Writes the icons of social platforms, and a globe for all others, into files, so that the scripts
 * need not carry them:
 *
 *     node art-src/social-icons.mjs
 */
import { writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { siFacebook, siInstagram, siPinterest, siTiktok, siX, siYoutube } from "simple-icons";

// simple-icons has no LinkedIn icon.
const linkedIn =
  "M20.45 20.45h-3.56v-5.57c0-1.33-.02-3.04-1.85-3.04-1.85 0-2.14 1.45-2.14 2.94v5.67H9.35V9h3.41v1.56h.05c.48-.9 1.64-1.85 3.37-1.85 3.6 0 4.27 2.37 4.27 5.46v6.28ZM5.34 7.43a2.06 2.06 0 1 1 0-4.13 2.06 2.06 0 0 1 0 4.13Zm1.78 13.02H3.55V9h3.57v11.45ZM22.22 0H1.77C.79 0 0 .77 0 1.73v20.54C0 23.23.79 24 1.77 24h20.45c.98 0 1.78-.77 1.78-1.73V1.73C24 .77 23.2 0 22.22 0Z";

const paths = {
  facebook: siFacebook.path,
  instagram: siInstagram.path,
  linkedin: linkedIn,
  pinterest: siPinterest.path,
  tiktok: siTiktok.path,
  x: siX.path,
  youtube: siYoutube.path,
};

// The globe of Lucide, whose icons the rest of the site has.
const globe =
  '<g fill="none" stroke="#000" stroke-width="2" stroke-linecap="round"><circle cx="12" cy="12" r="10"/><path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20"/></g>';

const drawings = {
  globe,
  ...Object.fromEntries(Object.entries(paths).map(([name, d]) => [name, `<path d="${d}"/>`])),
};

/** The content of each file by its name. */
export const socialIcons = Object.fromEntries(
  Object.entries(drawings).map(([name, drawing]) => [
    `${name}.svg`,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${drawing}</svg>\n`,
  ]),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of Object.entries(socialIcons)) {
    writeFileSync(new URL(`../public/icons/${name}`, import.meta.url), content);
  }
}
