import { defineConfig } from "@playwright/test";
import { findChromium } from "./e2e/harness/chromium";

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A journey that passes only at the second try is a defect.
  retries: 0,
  workers: 2,
  timeout: 45_000,
  // Long enough for a machine that does something else as well.
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    // Journeys are about what things do. What moves is not where it was measured a moment ago, so a
    // click would scroll to it anew; the journeys about movement ask for it.
    contextOptions: { reducedMotion: "reduce" },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      args: [
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
