import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type EnvironmentOptions } from "vite";
import { aliases } from "./vite.alias.ts";
import { backend } from "./vite.backend.ts";
import { plainImports } from "./vite.plain-imports.ts";
import { precompress } from "./vite.precompress.ts";
import { themeVersionDefine } from "./vite.theme-version.ts";

const outDir = "dist/client";

/**
 * Few chunks compress better than many. Without groups every combination of pages that share a module
 * would get its own chunk.
 */
const chunkGroups = [
  // Changes less often than our code, so browsers keep it across releases.
  { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
  // What several public pages need.
  {
    name: "shared",
    test: (id: string) =>
      // Not what only the chat and a form share.
      !/\/ui\/(field|control-class)\./.test(id) &&
      (!id.includes("/node_modules/") || /\/(wouter|regexparam|clsx|lucide-react)\//.test(id)),
    minShareCount: 3,
    priority: 1,
  },
];

/**
 * One build of each front end. In a common build the public chunks would also hold what only the back
 * office uses of a module that both import.
 */
function bundle(name: "site" | "admin", groups: typeof chunkGroups): EnvironmentOptions {
  return {
    consumer: "client",
    build: {
      outDir,
      // The site is built first.
      emptyOutDir: name === "site",
      copyPublicDir: name === "site",
      manifest: `.vite/${name}.json`,
      // The document names the chunks of its page; the code that would name those of the next page is
      // larger than they are.
      modulePreload: name === "admin" && undefined,
      rolldownOptions: {
        input: { [name]: `src/entry-${name}.tsx` },
        output: { codeSplitting: { groups } },
      },
    },
  };
}

/** The bundles for browsers: the public site, and the back office separately. */
export default defineConfig({
  plugins: [react(), tailwindcss(), backend(process.env.PERIMETER_BACKEND), plainImports()],
  resolve: { alias: aliases },
  define: themeVersionDefine,
  appType: "custom",
  build: {
    target: "es2022",
    // Separate files can be cached, and the content security policy needs no data: URLs.
    assetsInlineLimit: 0,
  },
  environments: {
    site: bundle("site", chunkGroups),
    admin: bundle("admin", chunkGroups.slice(0, 1)),
  },
  builder: {
    async buildApp(builder) {
      const { site, admin } = builder.environments;
      for (const environment of [site, admin]) {
        if (environment) await builder.build(environment);
      }
      await precompress(outDir);
    },
  },
});
