export const themes = ["light", "dark", "system"] as const;
export type Theme = (typeof themes)[number];

const storageKey = "perimeter-theme";

/** The visitor's choice, light until there is one or when storage is closed to us. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === stored) ?? "light";
  } catch {
    return "light";
  }
}

/** Remembers the choice and shows it. */
export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // The choice then lasts until the page is left.
  }
  applyTheme(theme);
}

/** Shows a theme: the stylesheet reads data-theme of the root element, browsers the colour. */
export function applyTheme(theme: Theme): void {
  const dark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  const shown = dark ? "dark" : "light";
  document.documentElement.dataset.theme = shown;
  for (const color of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) {
    color.media = color.dataset.theme === shown ? "all" : "not all";
  }
}
