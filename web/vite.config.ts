import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { backend } from "./vite.backend.ts";
import { precompress } from "./vite.precompress.ts";
import { themeVersionDefine } from "./vite.theme-version.ts";

/** What browsers load: the public site, and the back office apart from it. */
export default defineConfig({
  plugins: [react(), tailwindcss(), backend(process.env.PERIMETER_BACKEND), precompress()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  define: themeVersionDefine,
  appType: "custom",
  build: {
    outDir: "dist/client",
    manifest: true,
    target: "es2022",
    // Each in a file of its own, which browsers may keep and policies need not mention.
    assetsInlineLimit: 0,
    rolldownOptions: { input: { site: "src/entry-site.tsx", admin: "src/entry-admin.tsx" } },
  },
});
