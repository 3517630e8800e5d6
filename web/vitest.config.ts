import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const tests = ["src", "art-src"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.(ts|tsx|mjs)$/.test(file))
    .map((file) => `${folder}/${file}`),
);
/** Tests that replace modules, load them anew or need no window get their own thread. The others share one. */
const alone = tests.filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(|@vitest-environment/.test(readFileSync(file, "utf8")),
);

export default defineConfig({
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  test: {
    environment: "happy-dom",
    // The first one has to come before anything loads React.
    setupFiles: ["./src/testing/late-effects.ts", "./vitest.setup.ts"],
    // A thread starts much faster than a process.
    pool: "threads",
    restoreMocks: true,
    unstubGlobals: true,
    // Allows for a busy machine, like asyncUtilTimeout in the setup file.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // To load the modules and make a window for each file takes most of the time.
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: tests.filter((file) => !alone.includes(file)),
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: alone } },
    ],
  },
});
