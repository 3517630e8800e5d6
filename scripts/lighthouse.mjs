// Usage: CHROMIUM=FILE node scripts/lighthouse.mjs URL...
// Runs Lighthouse with the mobile preset five times on each page and writes one
// line of JSON per run. Each round visits all pages, so that a busy moment of the
// machine affects one run of some pages instead of all runs of one page. An extra
// first run warms up the browser and is not written. A run in which an audit could
// not be computed is repeated, and the line says why.
import { createRequire } from "node:module";
import process from "node:process";
import { freePort } from "./free-port.mjs";
import { measurement } from "./lighthouse-problem.mjs";

const packagesOf = (folder) => createRequire(new URL(`../${folder}/package.json`, import.meta.url));
const { chromium } = packagesOf("web")("@playwright/test");
const { default: lighthouse } = await import(packagesOf("bench/lighthouse").resolve("lighthouse"));

const port = await freePort();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: [
    `--remote-debugging-port=${port}`,
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
/** The start tag of the element that the largest contentful paint shows, without its classes. */
function largestElement(lhr) {
  const tables = lhr.audits["largest-contentful-paint-element"].details?.items ?? [];
  const snippet = tables[0]?.items?.[0]?.node.snippet ?? "unknown";
  return snippet.replace(/ (?:class|alt|width|height|loading|fetchpriority)="[^"]*"?/g, "");
}

const rounds = 5;
const urls = process.argv.slice(2);
const audit = async (url) => (await lighthouse(url, { port, output: "json", logLevel: "error" })).lhr;
try {
  await audit(urls[0]);
  for (const url of Array.from({ length: rounds }, () => urls).flat()) {
    const { lhr, repeated } = await measurement(() => audit(url));
    const score = (category) => Math.round(lhr.categories[category].score * 100);
    const line = {
      path: new URL(url).pathname,
      performance: score("performance"),
      accessibility: score("accessibility"),
      bestPractices: score("best-practices"),
      seo: score("seo"),
      largestPaint: lhr.audits["largest-contentful-paint"].numericValue,
      largestElement: largestElement(lhr),
      layoutShift: lhr.audits["cumulative-layout-shift"].numericValue,
      bytes: lhr.audits["total-byte-weight"].numericValue,
      repeated,
    };
    console.log(JSON.stringify(line));
  }
} finally {
  await browser.close();
}
