export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

export const defaultTheme: Theme = "light";

const storageKey = "perimeter-theme";

/** The stored choice; light if there is none or storage is blocked. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === stored) ?? defaultTheme;
  } catch {
    return defaultTheme;
  }
}

/** Stores and applies a choice. */
export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is blocked: the choice lasts until the next page load.
  }
  applyTheme(theme);
}

/**
 * Applies a theme: CSS reads data-theme of the root element, browsers read the theme-color tags.
 */
export function applyTheme(theme: Theme): void {
  const dark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const shown = dark ? "dark" : "light";
  document.documentElement.dataset.theme = shown;
  for (const color of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    color.media = color.dataset.theme === shown ? "all" : "not all";
  }
}
