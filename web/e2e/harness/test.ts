import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { AdminApi } from "./admin-api";
import { ErrorLog } from "./error-log";
import { Server } from "./server";

interface WorkerFixtures {
  /** Shared by all tests of a worker, so tests must not depend on what others save. */
  server: Server;
}

interface Fixtures {
  errorLog: ErrorLog;
  adminApi: AdminApi;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
    async ({}, use) => {
      const server = await Server.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],

  baseURL: async ({ server }, use) => {
    await use(server.origin);
  },

  errorLog: [
    async ({ context, server }, use, testInfo) => {
      const errorLog = new ErrorLog(context, server);
      // Maps and external pictures get an empty response: tests must not use the network.
      await context.route(
        (url) => url.origin !== server.origin,
        (route) => route.fulfill({ status: 200, contentType: "text/html", body: "" }),
      );
      await use(errorLog);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server log", { body: server.log, contentType: "text/plain" });
      }
      expect(errorLog.unexpected(), "errors in the browser or the server log").toEqual([]);
    },
    { auto: true },
  ],

  adminApi: async ({ playwright, server }, use) => {
    const request = await playwright.request.newContext({
      baseURL: server.origin,
      extraHTTPHeaders: { Origin: server.origin },
    });
    await use(await AdminApi.signIn(request, server));
    await request.dispose();
  },
});

/** Waits until React has hydrated the page and controls respond. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator("html[data-started]").waitFor({ state: "attached" });
}

/** Waits until no animation is running. */
export async function waitForAnimations(page: Page): Promise<void> {
  const running = () =>
    document.getAnimations().filter(({ playState }) => playState !== "finished").length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
}

/** Expects that the page, as it is now, does not scroll horizontally. */
export async function expectNoHorizontalScroll(page: Page, message?: string): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, message).toBeLessThanOrEqual(0);
}

/** Counts the lines that the text of an element takes; runs in the page. */
export function countLines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
}

/** Violations of WCAG 2.2 A and AA that axe finds, one line each. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    // The map is a third-party document.
    .exclude("iframe")
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} — ${node.failureSummary}`),
  );
}

export { expect };
