import type { Plugin } from "vite";

/**
 * Imports the code of public pages without Vite's helper, which first loads the styles of a chunk. Those
 * of the site are in the document, and the helper is 0.6 KB of every page.
 */
export function plainImports(): Plugin {
  return {
    name: "perimeter-plain-imports",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "site",
    load(id) {
      if (id === "\0vite/preload-helper.js")
        return "export const __vitePreload = (load) => load();";
    },
    generateBundle(_, bundle) {
      const styles = Object.keys(bundle).filter((file) => file.endsWith(".css"));
      if (styles.length > 1) {
        this.error(`Styles of the site must be in styles/site.css, not in ${styles.join(" and ")}`);
      }
    },
  };
}
