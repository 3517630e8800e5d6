import type { Page } from "@playwright/test";

/** Every public address that answers 200 with the starter content. */
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

/** Where things are on the public pages. */
export function siteScreen(page: Page) {
  const header = page.getByRole("banner");
  const footer = page.getByRole("contentinfo");
  return {
    header,
    footer,
    main: page.getByRole("main"),
    title: page.getByRole("heading", { level: 1 }),
    navLink: (name: string) => header.getByRole("link", { name, exact: true }),
  };
}
