// Runs Lighthouse's mobile preset on the pages of a running server and fails when
// a page misses a limit. Usage: node scripts/lighthouse.mjs ORIGIN PATH...
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import process from "node:process";

const require = createRequire(new URL("../web/package.json", import.meta.url));
const { chromium } = require("@playwright/test");
const { default: lighthouse } = await import(require.resolve("lighthouse"));

const limits = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 };
const [origin, ...paths] = process.argv.slice(2);
if (!origin || paths.length === 0) {
  console.error("usage: lighthouse.mjs ORIGIN PATH...");
  process.exit(2);
}

const executablePath = execFileSync("sh", ["-c", "command -v chromium || command -v chromium-browser || command -v google-chrome"], {
  encoding: "utf8",
}).trim();
const port = 9000 + Math.floor(Math.random() * 20_000);
const browser = await chromium.launch({
  executablePath,
  chromiumSandbox: false,
  args: [
    `--remote-debugging-port=${port}`,
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

let failed = false;
try {
  for (const path of paths) {
    const { lhr } = await lighthouse(new URL(path, origin).href, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: Object.keys(limits),
    });
    const scores = Object.entries(limits).map(([category, limit]) => {
      const score = Math.round((lhr.categories[category].score ?? 0) * 100);
      // Asking not to be indexed is what /login is for, not a fault.
      const exempt = category === "seo" && path === "/login";
      if (score < limit && !exempt) failed = true;
      return `${category} ${score}${score < limit && !exempt ? ` (FAIL, at least ${limit})` : ""}`;
    });
    const shift = lhr.audits["cumulative-layout-shift"].numericValue;
    if (shift > 0) failed = true;
    const bytes = lhr.audits["total-byte-weight"].numericValue;
    if (bytes > 250 * 1024) failed = true;
    console.log(`${path}: ${scores.join(", ")}, layout shift ${shift}, ${Math.round(bytes / 1024)} KB in all`);
  }
} finally {
  await browser.close();
}
process.exit(failed ? 1 : 0);
