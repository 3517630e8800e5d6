// Runs Lighthouse's mobile preset on pages of a running server and writes one line
// of JSON for each. Usage: CHROMIUM=FILE node scripts/lighthouse.mjs ADDRESS...
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
try {
  for (const address of process.argv.slice(2)) {
    const { lhr } = await lighthouse(address, { port, output: "json", logLevel: "error" });
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
