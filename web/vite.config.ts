import { readdirSync, readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { backend } from "./vite.backend.ts";
import { precompress } from "./vite.precompress.ts";
import { themeVersionDefine } from "./vite.theme-version.ts";

/** The icons that public pages import, by the names of their files. */
const publicIcons = new Set(
  readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !/admin|\.test\./.test(file))
    .flatMap((file) => {
      const source = readFileSync(`src/${file}`, "utf8");
      return /import \{([^}]+)\} from "lucide-react"/.exec(source)?.[1]?.match(/\w+/g) ?? [];
    })
    .map((name) => name.replace(/([a-z])(?=[A-Z0-9])|(\d)(?=[A-Z])/g, "$&-").toLowerCase()),
);

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
    // Not what only back-office chunks and the chat share.
    test: (id: string) =>
      !/\/admin\/|\/ui\/(field|control-class)\.|\/lib\/event-stream\.|\/api\/chat\./.test(id) &&
      (!id.includes("/node_modules/") || /\/(wouter|regexparam|clsx|lucide-react)\//.test(id)) &&
      !isAdminIcon(id),
    minShareCount: 3,
    priority: 1,
  },
];

/** Whether only the back office uses the icon. */
function isAdminIcon(id: string): boolean {
  const name = /\/lucide-react\/.*\/icons\/([\w-]+)\.m?js$/.exec(id)?.[1];
  return name !== undefined && !publicIcons.has(name);
}

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
