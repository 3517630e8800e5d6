import { defineConfig } from "@playwright/test";
import tests from "./playwright.config";

// Trials repeat a fault in a browser many times. `make faults` runs them.
export default defineConfig(tests, {
  testDir: "e2e/trials",
  testMatch: "*.trial.ts",
  workers: 1,
  timeout: 240_000,
});
