import { readdirSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { pictures as drawings } from "./scenes.mjs";

const folder = "public/art";
const pictures = Object.keys(drawings);
const read = (name) => readFileSync(`${folder}/${name}.svg`, "utf8");

test.each(pictures)("%s is what the script draws", (name) => {
  expect(String(drawings[name]())).toBe(read(name));
});

test("no picture lies in the folder that the script does not draw", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".svg"));
  expect(files.map((file) => file.replace(".svg", "")).sort()).toEqual([...pictures].sort());
});

test.each(pictures)("%s is soon fetched and soon drawn on a phone", (name) => {
  expect(brotliCompressSync(read(name)).length).toBeLessThan(7_000);
  expect(shapes(read(name))).toBeLessThan(800);
});

test("only the line of the hero moves, once and in 600 ms, for a page that asks for it", () => {
  const moving = pictures.filter((name) => read(name).includes("animation"));
  expect(moving.sort()).toEqual(["hero", "hero-night", "hero-tall", "hero-tall-night"]);
  for (const name of moving) {
    expect(read(name)).toContain("<style>#draw:target{animation:draw .6s ease-out}@keyframes");
  }
});

/** How many elements a browser has to lay out: what is placed again counts again. */
function shapes(markup) {
  const things = new Map();
  const open = [];
  let canvas;
  for (const [, closing, attributes, empty] of markup.matchAll(/<(\/?)\w+([^>]*?)(\/?)>/g)) {
    if (closing) {
      open.pop();
      continue;
    }
    const thing = { parts: [], placed: attributes.match(/href="#(\w+)"/)?.[1] };
    things.set(attributes.match(/ id="(\w+)"/)?.[1], thing);
    open.at(-1)?.parts.push(thing);
    canvas ??= thing;
    if (!empty) open.push(thing);
  }
  const count = ({ parts, placed }) =>
    parts.reduce((sum, part) => sum + count(part), placed ? 1 + count(things.get(placed)) : 1);
  return count(canvas);
}

test.each(pictures)("%s stands alone: no script, no text, nothing fetched", (name) => {
  const markup = read(name).replace('xmlns="http://www.w3.org/2000/svg"', "");
  expect(markup).not.toMatch(/<(script|text|image|foreignObject)|https?:|@import|\bon\w+=/);
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

test("the dark theme shows every picture at night", () => {
  const css = readFileSync("src/styles/night.css", "utf8");
  const shown = [...css.matchAll(/url\("\/art\/([\w-]+)\.svg"\)/g)].map(([, name]) => name);
  expect(shown.sort()).toEqual(pictures.filter((name) => name.endsWith("-night")).sort());
  for (const [, name, night] of css.matchAll(
    /\[src="\/art\/([\w-]+)\.svg"\] \{\s+content: url\("\/art\/([\w-]+)/g,
  )) {
    expect(night).toMatch(name === "hero" ? /^hero(-tall)?-night$/ : `${name}-night`);
  }
});
