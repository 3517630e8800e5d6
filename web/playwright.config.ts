import { defineConfig } from "@playwright/test";
import { headlessShell } from "./e2e/harness/chromium";

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test that fails now and then is a defect. Only a flag can ask for second attempts.
  retries: 0,
  // One more than the cores of a small machine: tests often wait.
  workers: 3,
  // Both allow for a busy machine. The first only ends what hangs.
  timeout: 240_000,
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
    // Recording a trace takes a tenth of the time. A failure has its screenshot, the page as text and
    // the log of the server; `--trace=retain-on-failure` records the rest.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: headlessShell(),
  },
});
