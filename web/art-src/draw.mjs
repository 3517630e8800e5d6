/**
 * Draws the pictures of the site into public/art:
 *
 *     node art-src/draw.mjs [name …]
 *
 * kit holds pencil and camera, parts what returns (the oak, the house, the line), scenes the pictures.
 */
import { writeFileSync } from "node:fs";
import { pictures } from "./scenes.mjs";

const wanted = process.argv.slice(2);
for (const [name, draw] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const picture = String(draw());
  writeFileSync(new URL(`../public/art/${name}.svg`, import.meta.url), picture);
  console.log(`${name}.svg ${picture.length}`);
}
