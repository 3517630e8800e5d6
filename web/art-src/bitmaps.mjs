/**
 * Turns vectors into the bitmaps that phones, old browsers and link previews ask for:
 *
 *     node art-src/bitmaps.mjs
 *
 * Chromium does the drawing; it is looked for under CHROMIUM, then as `chromium` in PATH.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { png } from "./kit/png.mjs";

const folder = new URL("../public/", import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), "utf8");

/** Phones cut their own corners: the tile fills the square and the mark keeps to its middle. */
const favicon = read("../../internal/server/favicon.svg");
const tile = favicon
  .replace(/ rx="\d+"/, "")
  .replace(/translate\([^)]*\) scale\([^)]*\)/, "translate(7.2 6.6) scale(.7)");

const bitmaps = {
  "art/og.png": () => draw(read("art/og.svg"), 1200, 630, { grain: 0.55 }),
  "icon-192.png": () => draw(tile, 192, 192),
  "icon-512.png": () => draw(tile, 512, 512),
  "apple-touch-icon.png": () => draw(tile, 180, 180),
  "favicon.ico": async () => icon(await draw(favicon, 32, 32), 32),
};

const browser = await chromium.launch({
  executablePath:
    process.env.CHROMIUM ?? execFileSync("which", ["chromium"], { encoding: "utf8" }).trim(),
  args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
});
const page = await browser.newPage();
try {
  for (const [name, make] of Object.entries(bitmaps)) {
    const data = await make();
    writeFileSync(new URL(name, folder), data);
    console.log(`${name} ${data.length}`);
  }
} finally {
  await browser.close();
}

async function draw(svg, width, height, options) {
  const pixels = await page.evaluate(
    async ([source, w, h]) => {
      const image = new Image(w, h);
      image.src = source;
      await image.decode();
      const canvas = new OffscreenCanvas(w, h).getContext("2d");
      canvas.drawImage(image, 0, 0, w, h);
      const { data } = canvas.getImageData(0, 0, w, h);
      // As text, because numbers cross over from the browser far more slowly.
      const reader = new FileReader();
      return new Promise((resolve) => {
        reader.onload = () => resolve(reader.result.split(",")[1]);
        reader.readAsDataURL(new Blob([data]));
      });
    },
    [`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`, width, height],
  );
  return png(Buffer.from(pixels, "base64"), width, height, options);
}

/** Wraps a PNG in the directory of an .ico file. */
function icon(data, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([size, size], 6);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(data.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, data]);
}
