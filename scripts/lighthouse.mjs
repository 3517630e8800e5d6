// Runs Lighthouse's mobile preset three times on each page of a running server and
// writes one line of JSON for every run. The rounds take turns, so that a moment in
// which the machine is busy spoils one run of some pages and not all runs of one. A
// first run, which finds the browser cold, does not count.
// Usage: CHROMIUM=FILE node scripts/lighthouse.mjs ADDRESS...
import { createRequire } from "node:module";
import { createServer } from "node:net";
import process from "node:process";

const web = createRequire(new URL("../web/package.json", import.meta.url));
const { chromium } = web("@playwright/test");
const { default: lighthouse } = await import(web.resolve("lighthouse"));

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => resolve(port));
  });
});
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
const rounds = 3;
const addresses = process.argv.slice(2);
const inspect = (address) => lighthouse(address, { port, output: "json", logLevel: "error" });
try {
  await inspect(addresses[0]);
  for (const address of Array.from({ length: rounds }, () => addresses).flat()) {
    const { lhr } = await inspect(address);
    const score = (category) => Math.round((lhr.categories[category].score ?? 0) * 100);
    const line = {
      path: new URL(address).pathname,
      performance: score("performance"),
      accessibility: score("accessibility"),
      bestPractices: score("best-practices"),
      seo: score("seo"),
      layoutShift: lhr.audits["cumulative-layout-shift"].numericValue,
      bytes: lhr.audits["total-byte-weight"].numericValue,
    };
    console.log(JSON.stringify(line));
  }
} finally {
  await browser.close();
}
