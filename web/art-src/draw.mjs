import { readdirSync, writeFileSync } from "node:fs";
const only = process.argv.slice(2);
for (const file of readdirSync(new URL("scenes/", import.meta.url))) {
  const name = file.replace(".mjs", "");
  if (only.length && !only.includes(name)) continue;
  const scene = Object.values(await import(`./scenes/${file}`))[0];
  const svg = String(scene());
  writeFileSync(new URL(`../public/art/${name}.svg`, import.meta.url), svg);
  console.log(name, svg.length);
}
