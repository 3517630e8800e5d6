import { randomBytes } from "node:crypto";
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { AdminApi } from "./admin-api";
import { ErrorLog } from "./error-log";
import { FakeGoogle } from "./fake-google";
import { FakeMailServer } from "./fake-mail";
import type { Server, Settings } from "./server";
import { ServerPool } from "./server-pool";
import { WebhookReceiver } from "./webhook-receiver";

interface WorkerFixtures {
  servers: ServerPool;
  google: FakeGoogle;
  mail: FakeMailServer;
  webhook: WebhookReceiver;
}

interface Fixtures {
  /** What the server of the test is started with. */
  settings: Settings;
  /** Shared by the tests of a worker with these settings, so none may depend on what others save. */
  server: Server;
  errorLog: ErrorLog;
  adminApi: AdminApi;
  /** Opens a page in another browser, without the cookies of the first. */
  newPage: (options?: BrowserContextOptions) => Promise<Page>;
}

/** A fixture that is started when a test of the worker first needs it. */
function ofWorker<T extends { stop(): unknown }>(start: () => T | Promise<T>) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  const fixture = async ({}, use: (value: T) => Promise<void>) => {
    const value = await start();
    await use(value);
    await value.stop();
  };
  return [fixture, { scope: "worker" }] as [typeof fixture, { scope: "worker" }];
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  servers: ofWorker(() => new ServerPool()),
  google: ofWorker(FakeGoogle.start),
  mail: ofWorker(FakeMailServer.start),
  webhook: ofWorker(WebhookReceiver.start),

  settings: [{}, { option: true }],

  server: async ({ servers, settings }, use) => {
    await use(await servers.get(settings));
  },

  baseURL: async ({ server }, use) => {
    await use(server.origin);
  },

  // Each test is a visitor from elsewhere, so that none uses up what another may write.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  extraHTTPHeaders: async ({}, use) => {
    await use({ "X-Forwarded-For": randomIp() });
  },

  errorLog: [
    async ({ context, server }, use, testInfo) => {
      const errorLog = new ErrorLog(context, server);
      await use(errorLog);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach("server log", { body: server.log, contentType: "text/plain" });
      }
      expect(errorLog.unexpected(), "errors in the browser or the server log").toEqual([]);
    },
    { auto: true },
  ],

  context: async ({ context }, use) => {
    await context.addInitScript(keepToasts);
    await use(context);
  },

  page: async ({ page }, use) => {
    await use(withSafeRoutes(page));
    ended.add(page);
  },

  adminApi: async ({ server }, use) => {
    await use(await AdminApi.of(server));
  },

  newPage: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: server.origin, ...options });
      contexts.push(context);
      await context.addInitScript(keepToasts);
      return withSafeRoutes(await context.newPage());
    });
    for (const context of contexts) {
      for (const page of context.pages()) ended.add(page);
      await context.close();
    }
  },
});

/**
 * The details of a test that tries one thing on every screen, or at a second size. `make test` leaves it
 * to CI and to `make test ALL=1`.
 */
export const sweep = { tag: "@sweep" };

/** A client IP that no other test has. */
export function randomIp(): string {
  return `10.${[...randomBytes(3)].join(".")}`;
}

/** Pages whose tests have ended. */
const ended = new WeakSet<Page>();

/**
 * Chromium says that a route is in force before it tells the page. A request that a key press sends at
 * once could go past the route. Whatever the page answers afterwards, it answers with the route.
 * A request that is handled while the test ends fails, which is no failure of the test.
 */
function withSafeRoutes(page: Page): Page {
  const route = page.route.bind(page);
  page.route = async (url, handle, options) => {
    const handleUntilEnd: typeof handle = async (...call) => {
      try {
        await handle(...call);
      } catch (error) {
        if (!ended.has(page)) throw error;
      }
    };
    const registered = await route(url, handleUntilEnd, options);
    await page.evaluate(() => undefined);
    return registered;
  };
  return page;
}

/**
 * Lets a toast stay for a minute, because a busy machine may look at it late; runs in the page. Tests
 * about its five seconds install a clock, which has timers of its own.
 */
function keepToasts(): void {
  const { setTimeout } = window;
  const replacement = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
    setTimeout(run, delay === 5000 ? 60_000 : delay, ...rest);
  window.setTimeout = replacement as typeof setTimeout;
}

/** Waits until React has hydrated the page and controls respond. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator("html[data-started]").waitFor({ state: "attached" });
}

/** Waits until the page has loaded and hydrated, and has run what waits for that. */
export async function waitForLoad(page: Page): Promise<void> {
  await waitForHydration(page);
  await page.waitForLoadState();
  await waitForIdle(page);
}

/** Waits until the page has nothing to do, such as effects of React. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Waits until no animation is running. */
export async function waitForAnimations(page: Page): Promise<void> {
  const running = () =>
    document.getAnimations().filter(({ playState }) => playState !== "finished").length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
}

/** Expects that the page does not scroll horizontally, once it is laid out. */
export async function expectNoHorizontalScroll(page: Page, message?: string): Promise<void> {
  const excess = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  await expect.poll(() => page.evaluate(excess), message).toBeLessThanOrEqual(0);
}

/** Counts the lines that the text of an element takes; runs in the page. */
export function countLines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
}

type Rules = NonNullable<RunOptions["runOnly"]>;

const accessibilityRules: Rules = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

const modalDialog = "[role=dialog][data-state=open], [role=alertdialog]";

/** Violations of WCAG 2.2 A and AA that axe finds, one line each. */
export async function accessibilityViolations(
  page: Page,
  runOnly = accessibilityRules,
): Promise<string[]> {
  // To send and compile it again for the same document would take as long as to run it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([dialog, rules]) => {
      const context = {
        // What lies under a dialog is inert, and is tested without it.
        include: [document.querySelector(dialog) ? dialog : "html"],
        // The map is a third-party document.
        exclude: ["iframe"],
      };
      const options: RunOptions = {
        runOnly: rules,
        resultTypes: ["violations"],
        iframes: false,
        // Styles of other hosts and the length of sounds, which the site has not.
        preload: false,
      };
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        context,
        options,
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")} — ${node.failureSummary}`),
      );
    },
    [modalDialog, runOnly] as const,
  );
}

/** The same in both themes. All but the contrast of colors is the same in them. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const show = (theme: string) =>
    page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
  await show("light");
  const light = await accessibilityViolations(page);
  await show("dark");
  const dark = await accessibilityViolations(page, { type: "rule", values: ["color-contrast"] });
  return [...light, ...dark.map((line) => `in the dark theme, ${line}`)];
}

export { expect };
