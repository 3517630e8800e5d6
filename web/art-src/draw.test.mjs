import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scenes } from "./scenes.mjs";

const folder = "public/art";
const pictures = Object.keys(scenes);
const read = (name) => readFileSync(`${folder}/${name}.svg`, "utf8");

test.each(pictures)("%s is what the script draws", (name) => {
  expect(String(scenes[name]())).toBe(read(name));
});

test("no picture lies in the folder that the script does not draw", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".svg"));
  expect(files.map((file) => file.replace(".svg", "")).sort()).toEqual([...pictures].sort());
});

test.each(pictures)("%s stays light enough for a phone", (name) => {
  expect(read(name).length).toBeLessThan(25_000);
});

test.each(pictures)("%s stands alone: no script, no text, nothing fetched", (name) => {
  const markup = read(name).replace('xmlns="http://www.w3.org/2000/svg"', "");
  expect(markup).not.toMatch(/<(script|text|image|foreignObject|style)|https?:|\bon\w+=/);
});

test.each(pictures)("%s defines everything it refers to, once", (name) => {
  const markup = read(name);
  const defined = [...markup.matchAll(/ id="(\w+)"/g)].map(([, id]) => id);
  const used = [...markup.matchAll(/(?:href="|url\()#(\w+)/g)].map(([, id]) => id);
  expect(new Set(defined).size).toBe(defined.length);
  expect(defined).toEqual(expect.arrayContaining(used));
});

test("the card for link previews is small enough to be fetched by every messenger", () => {
  expect(readFileSync(`${folder}/og.png`).length).toBeLessThan(150_000);
});
