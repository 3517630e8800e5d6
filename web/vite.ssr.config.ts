import react from "@vitejs/plugin-react";
import { defineConfig, type EnvironmentOptions } from "vite";
import { aliases } from "./vite.alias.ts";
import { themeVersionDefine, themeVersionFile } from "./vite.theme-version.ts";

const file = (path: string) => new URL(path, import.meta.url).pathname;

/** A self-contained script: the engine cannot load modules. */
function script(input: string, name: string): EnvironmentOptions {
  return {
    consumer: "server",
    resolve: { noExternal: true, conditions: ["module", "browser", "production"] },
    build: {
      outDir: "dist/server",
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      minify: true,
      rolldownOptions: {
        input,
        output: {
          format: "iife",
          name,
          codeSplitting: false,
          entryFileNames: `${name.toLowerCase()}.js`,
        },
      },
    },
  };
}

/**
 * Scripts for the server: page rendering, CSS of stored templates, the inline script of documents, and
 * the service worker of the back office, which the server completes with the list of files.
 */
export default defineConfig({
  plugins: [react(), themeVersionFile],
  resolve: {
    alias: [
      ...aliases,
      // The package does not export this build, which is the only one that needs no streams.
      {
        find: "react-dom/server",
        replacement: file(
          "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
        ),
      },
    ],
  },
  define: { "process.env.NODE_ENV": '"production"', ...themeVersionDefine },
  environments: {
    pages: script("src/entry-server.tsx", "SSR"),
    css: script("src/entry-css.ts", "CSS"),
    head: script("src/entry-head.ts", "Head"),
    worker: script("src/entry-worker.ts", "Worker"),
  },
  builder: {
    async buildApp(builder) {
      const { pages, css, head, worker } = builder.environments;
      for (const environment of [pages, css, head, worker]) {
        if (environment) await builder.build(environment);
      }
    },
  },
});
