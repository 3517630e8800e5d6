import type { Page } from "@playwright/test";

export const phone = { width: 360, height: 740 };

/** Every public path that returns 200 with the starter content. */
export const publicPaths = [
  "/",
  "/services",
  "/services/termite-control",
  "/programs",
  "/about",
  "/blog",
  "/blog/termites-silent-destroyers",
  "/contact",
  "/customer-portal",
  "/login",
];

/** Where the browser stores the theme. */
export const themeKey = "perimeter-theme";

export const themes = ["light", "dark"] as const;

/** Locators of the public pages. */
export function siteScreen(page: Page) {
  const header = page.getByRole("banner");
  const footer = page.getByRole("contentinfo");
  return {
    header,
    footer,
    main: page.getByRole("main"),
    title: page.getByRole("heading", { level: 1 }),
    menuButton: header.getByRole("button", { name: /menu/i }),
    navLink: (name: string) => header.getByRole("link", { name, exact: true }),
    scrollTop: () => page.evaluate(() => window.scrollY),
  };
}

/** Stores the theme before the next page loads. */
export async function storeTheme(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.addInitScript(
    ([key, value]) => {
      // The script also runs in the map's frame, which has no storage.
      if (window === window.top) localStorage.setItem(key, value);
    },
    [themeKey, theme] as const,
  );
}
