import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type EnvironmentOptions, type Rolldown } from "vite";
import { aliases } from "./vite.alias.ts";
import { backend } from "./vite.backend.ts";
import { plainImports } from "./vite.plain-imports.ts";
import { precompress } from "./vite.precompress.ts";
import { themeVersionDefine } from "./vite.theme-version.ts";

const outDir = "dist/client";

/**
 * Few chunks compress better than many, and are requested sooner. Without groups every combination of
 * pages that share a module would get its own chunk.
 */
type ChunkGroup = Rolldown.CodeSplittingGroup;

// Changes less often than our code, so browsers keep it across releases.
const reactChunk: ChunkGroup = {
  name: "react",
  test: /\/node_modules\/(react|react-dom|scheduler)\//,
  priority: 2,
};

const siteChunks: ChunkGroup[] = [
  reactChunk,
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

const adminChunks: ChunkGroup[] = [
  reactChunk,
  // What the login page needs, and the dashboard too.
  { name: "admin", tags: ["$initial"], priority: 1 },
  importsOf("src/pages/admin/admin-gate.tsx", "dashboard"),
];

/** A chunk of all that a module imports, directly or through others, but not later with import(). */
function importsOf(path: string, name: string): ChunkGroup {
  const root = resolve(import.meta.dirname, path);
  let imports: Set<string> | undefined;
  return {
    name: (id, graph) => {
      imports ??= addImports(new Set(), root, graph);
      return imports.has(id) ? name : null;
    },
  };
}

function addImports(found: Set<string>, id: string, graph: Rolldown.ChunkingContext): Set<string> {
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
    if (found.has(imported)) continue;
    found.add(imported);
    addImports(found, imported, graph);
  }
  return found;
}

/**
 * One build of each front end. In a common build the public chunks would also hold what only the back
 * office uses of a module that both import.
 */
function bundle(name: "site" | "admin", groups: ChunkGroup[]): EnvironmentOptions {
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
    site: bundle("site", siteChunks),
    admin: bundle("admin", adminChunks),
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
