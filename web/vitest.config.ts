import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "art-src/**/*.test.mjs"],
    setupFiles: ["./vitest.setup.ts"],
    // A new thread for each file takes a fifth of the CPU time of a new process.
    pool: "threads",
    restoreMocks: true,
    // Allows for a busy machine, like asyncUtilTimeout in the setup file.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A shared CI machine can stall for seconds. What fails twice fails the run.
    retry: process.env.CI ? 1 : 0,
    unstubGlobals: true,
  },
});
