import type { ComponentType } from "react";
import { defaults } from "@/domain/default-texts";
import { reloadIfReachable } from "@/lib/reload";
import { pageChange } from "@/lib/shown-path";
import { routeOf, type ScreenName } from "./routes";

type Screen = ComponentType<{ slug: string }>;

/** The public pages whose code is there. */
export type Screens = { [Name in ScreenName]?: Screen };

const loaders: Record<ScreenName, () => Promise<Screen>> = {
  home: async () => (await import("@/pages/site/home")).Home,
  services: async () => (await import("@/pages/site/services")).Services,
  "service-detail": async () => (await import("@/pages/site/service-detail")).ServiceDetail,
  programs: async () => (await import("@/pages/site/programs")).Programs,
  about: async () => (await import("@/pages/site/about")).About,
  blog: async () => (await import("@/pages/site/blog")).Blog,
  contact: async () => (await import("@/pages/site/contact")).Contact,
  "customer-portal": async () => (await import("@/pages/site/customer-portal")).CustomerPortal,
  "not-found": async () => (await import("@/pages/site/not-found")).NotFound,
};

/** The pages that the browser has loaded. */
export const loadedScreens: Screens = {};

async function load(name: ScreenName): Promise<void> {
  loadedScreens[name] ??= await loaders[name]();
}

/** Loads a page that the visitor opens without loading a document. */
async function loadNext(name: ScreenName): Promise<void> {
  defaults.text ??= (await import("@/domain/filled-texts")).filledText;
  await load(name);
}

/** Loads the code of the page at a path, which the document contains. */
export function loadScreen(path: string): Promise<void> {
  return load(routeOf(path).name);
}

/**
 * Loads the code of the page at a path that somebody wants to see; undefined if it is there already.
 * Never fails: without the code the page shows an error.
 */
export function prepareScreen(path: string): Promise<void> | undefined {
  const { name } = routeOf(path);
  // The code of an earlier release may be gone from the server.
  return loadedScreens[name] ? undefined : loadNext(name).catch(reloadIfReachable);
}

const signsOfVisitor = ["pointermove", "pointerdown", "keydown", "scroll"];

/**
 * Loads the code of all other pages as soon as the visitor does something, so that it is there when
 * they follow a link, and later when they are offline, and begins to measure how fast the page is.
 * The first view does not load it.
 */
export function prefetchScreens(): void {
  const path = location.pathname;
  const controller = new AbortController();
  const prefetch = () => {
    controller.abort();
    for (const name of Object.keys(loaders) as ScreenName[]) {
      // Whoever needs the page later tries again.
      loadNext(name).catch(() => {});
    }
    import("@/lib/picture-transition")
      .then(({ showWithPicture }) => {
        pageChange.run = showWithPicture;
      })
      .catch(() => {});
    // After everything else. What was measured before is still known then.
    import("@/lib/measure-speed").then(({ measureSpeed }) => measureSpeed(path)).catch(() => {});
  };
  for (const type of signsOfVisitor) {
    addEventListener(type, prefetch, { passive: true, signal: controller.signal });
  }
}
