import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { backend } from "./vite.backend.ts";
import { precompress } from "./vite.precompress.ts";
import { themeVersionDefine } from "./vite.theme-version.ts";

/**
 * Few chunks compress better than many. Without groups every combination of pages that share a module
 * would get its own chunk.
 */
const chunkGroups = [
  // Changes less often than our code, so browsers keep it across releases.
  { name: "react", test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
  // What several pages need.
  {
    name: "shared",
    test: (id: string) => !/\/admin\/|@tanstack|radix|uppy/.test(id),
    minShareCount: 3,
    priority: 1,
  },
];

/** The bundles for browsers: the public site, and the back office separately. */
export default defineConfig({
  plugins: [react(), tailwindcss(), backend(process.env.PERIMETER_BACKEND), precompress()],
  resolve: {
    alias: {
      "@": new URL("./src", import.meta.url).pathname,
      // wouter's replacement for a hook that older versions of React do not have.
      "use-sync-external-store/shim/index.js": "react",
    },
  },
  define: themeVersionDefine,
  appType: "custom",
  build: {
    outDir: "dist/client",
    manifest: true,
    target: "es2022",
    // Separate files can be cached, and the content security policy needs no data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { site: "src/entry-site.tsx", admin: "src/entry-admin.tsx" },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});
