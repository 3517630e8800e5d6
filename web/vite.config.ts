import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { backend } from "./vite.backend.ts";
import { precompress } from "./vite.precompress.ts";
import { themeVersionDefine } from "./vite.theme-version.ts";

/** The bundles for browsers: the public site, and the back office separately. */
export default defineConfig({
  plugins: [react(), tailwindcss(), backend(process.env.PERIMETER_BACKEND), precompress()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  define: themeVersionDefine,
  appType: "custom",
  build: {
    outDir: "dist/client",
    manifest: true,
    target: "es2022",
    // Separate files can be cached, and the content security policy needs no data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { site: "src/entry-site.tsx", admin: "src/entry-admin.tsx" } },
  },
});
