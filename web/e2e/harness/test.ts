import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { AdminApi } from "./admin-api";
import { Complaints } from "./complaints";
import { Server } from "./server";

interface WorkerFixtures {
  /** One server for all journeys of a worker: what they save must not get in each other's way. */
  server: Server;
}

interface Fixtures {
  complaints: Complaints;
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

  complaints: [
    async ({ context, server }, use, testInfo) => {
      const complaints = new Complaints(context, server);
      // Maps and other people's pictures: answered here, because tests talk to nobody else.
      await context.route(
        (url) => url.origin !== server.origin,
        (route) => route.fulfill({ status: 200, contentType: "text/html", body: "" }),
      );
      await use(complaints);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server log", { body: server.log, contentType: "text/plain" });
      }
      expect(complaints.list(), "nothing complains while the page is used").toEqual([]);
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

/** Waits until React has taken over what the server rendered and everything answers. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator("html[data-started]").waitFor({ state: "attached" });
}

/** Waits until nothing is on its way in or out any more. */
export async function settled(page: Page): Promise<void> {
  const moving = () =>
    document.getAnimations().filter(({ playState }) => playState !== "finished").length;
  await expect.poll(() => page.evaluate(moving)).toBe(0);
}

/** How many lines the text of an element takes; runs in the page. */
export function linesOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
}

/** What axe finds against WCAG 2.2 A and AA, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    // The map is another site's document.
    .exclude("iframe")
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")} — ${node.failureSummary}`),
  );
}

export { expect };
