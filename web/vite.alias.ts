import type { Alias } from "vite";

const file = (path: string) => new URL(path, import.meta.url).pathname;

/** What imports stand for, in every build. */
export const aliases: Alias[] = [
  { find: "@", replacement: file("./src") },
  // Imported by the icons of lucide-react.
  { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: file("./src/lib/lucide-icon.ts") },
  // wouter's replacement for a hook that older versions of React do not have.
  { find: "use-sync-external-store/shim/index.js", replacement: "react" },
];
