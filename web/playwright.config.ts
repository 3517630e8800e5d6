import { defineConfig } from "@playwright/test";
import { headlessShell } from "./e2e/harness/chromium";

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A shared CI machine can stall for seconds. The summary of the run names the tests that needed
  // another attempt; they are defects to look at, but do not fail the run.
  retries: process.env.CI ? 2 : 0,
  workers: 2,
  timeout: 90_000,
  // Allows for a busy machine.
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    // An element that is still moving makes Playwright retry the click and scroll again. Tests about
    // animation turn it on.
    contextOptions: { reducedMotion: "reduce" },
    // Requests that a service worker answers would bypass the routes of tests. Those of the app allow it.
    serviceWorkers: "block",
    // Recording takes a tenth of the time, so in CI only a second attempt is recorded.
    trace: process.env.CI ? "on-first-retry" : "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: headlessShell(),
  },
});
