import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import type { ErrorLog } from "./harness/error-log";
import {
  countLines,
  expect,
  expectNoHorizontalScroll,
  sweep,
  test,
  waitForAnimations,
  waitForHydration,
} from "./harness/test";
import { uniqueName } from "./screens/admin";
import { phone, publicPaths, siteScreen } from "./screens/site";

const desktop = { width: 1280, height: 800 };

/** Shows the pages that are opened next in another font, which is wider than ours. */
async function useWiderFont(page: Page, errorLog: ErrorLog): Promise<void> {
  errorLog.allow(/woff2 was preloaded using link preload but not used/);
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const { style } = document.documentElement;
      style.setProperty("--font-sans", "Arial, Liberation Sans, sans-serif");
      style.setProperty("--font-display", "Arial, Liberation Sans, sans-serif");
    });
  });
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Records layout shifts; the returned function says what moved from where to where. */
async function recordShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const place = ({ x, y, width, height }: DOMRect) => `${width} × ${height} at ${x}, ${y}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        // What moved may be gone.
        if (sources.length === 0) shifts.push(`a shift of ${value}`);
        for (const { node, previousRect, currentRect } of sources) {
          const what = node instanceof Element ? node.outerHTML.slice(0, 200) : node?.textContent;
          shifts.push(`${what}: ${place(previousRect)} to ${place(currentRect)}`);
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}

/** Sets the font size that the page's measures are multiples of. */
async function setRootFont(page: Page, pixels: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}px`;
  }, pixels);
}

/** Waits until the fonts and the pictures in the viewport are there. */
async function waitForPictures(page: Page): Promise<void> {
  const missing = () =>
    [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return !image.complete && bottom > 0 && top < innerHeight;
    }).length + (document.fonts.status === "loaded" ? 0 : 1);
  await page.waitForLoadState();
  await expect.poll(() => page.evaluate(missing)).toBe(0);
}

async function openWithoutHorizontalScroll(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectNoHorizontalScroll(page, path);
}

test(
  "no page scrolls horizontally at any width, or on a phone with large text",
  sweep,
  async ({ page, errorLog }) => {
    const widths = [320, 360, 768, 1280];
    const expectAll = async (path: string) => {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 });
        await expectNoHorizontalScroll(page, `${path} at ${width} pixels`);
      }
    };
    for (const path of publicPaths) {
      await expectAll(path);
      await page.setViewportSize(phone);
      for (const size of [24, 32]) {
        await setRootFont(page, size);
        await expectNoHorizontalScroll(page, `${path} with a root font of ${size} pixels`);
      }
    }
    await useWiderFont(page, errorLog);
    await expectAll("/");
  },
);

for (const viewport of [phone, desktop]) {
  test(`there is no layout shift at ${viewport.width} pixels`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const shifts = await recordShifts(page);
    for (const path of publicPaths) {
      await page.goto(path);
      await waitForHydration(page);
      await page.mouse.wheel(0, 600);
      await expect(siteScreen(page).header).toHaveAttribute("data-scrolled", "true");
      await waitForAnimations(page);
      await waitForPictures(page);
      expect(await shifts(), path).toEqual([]);
    }
  });
}

test("nothing moves if the connection stalls in the middle of the dock", async ({
  page,
  errorLog,
}) => {
  errorLog.allow(/status of 404|net::ERR_(CONNECTION|EMPTY)/); // everything but the document
  await page.setViewportSize(phone);
  const html = await (await page.request.get("/about")).text();
  const middle = html.indexOf("Chat", html.indexOf('id="chat-button"'));
  let goOn = () => {};
  const stalling = createServer((request, response) => {
    if (request.url !== "/about") return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.write(html.slice(0, middle));
    goOn = () => response.end(html.slice(middle));
    return response;
  }).listen(0, "127.0.0.1");
  await once(stalling, "listening");
  const { port } = stalling.address() as AddressInfo;
  const shifts = await recordShifts(page);
  try {
    await page.goto(`http://127.0.0.1:${port}/about`, { waitUntil: "commit" });
    await page.locator("#chat-button").waitFor({ state: "attached" });
    await page.evaluate(nextFrame);
    await expect(page.locator("#contact-dock")).toBeHidden();
    goOn();
    await page.waitForLoadState();
    await expect(page.locator("#contact-dock")).toBeVisible();
    await page.evaluate(nextFrame);
    expect(await shifts()).toEqual([]);
  } finally {
    stalling.close();
    stalling.closeAllConnections();
  }
});

/** Waits until the page is painted; runs in the page. */
function nextFrame(): Promise<unknown> {
  return new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
}

test("the open menu touches the header at any scroll position", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/programs");
  await waitForHydration(page);
  const { header } = siteScreen(page);
  const gap = async () => {
    const [above, below] = [
      await header.boundingBox(),
      await page.locator("#main-menu").boundingBox(),
    ];
    return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0));
  };
  await header.getByRole("button", { name: "Open menu" }).click();
  await expect.poll(gap).toBeLessThanOrEqual(0);
  await header.getByRole("button", { name: "Close menu" }).click();
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect(header).toHaveAttribute("data-scrolled", "true");
  await header.getByRole("button", { name: "Open menu" }).click();
  await expect.poll(gap).toBeLessThanOrEqual(0);
});

test("stored markup cannot add a second title or widen the page", async ({ page, adminApi }) => {
  const words = ["Treatment", "Frequency", "Inspection", "Guarantee"];
  const table = `<table><tbody><tr>${words.map((word) => `<td>${word}</td>`).join("")}</tr></tbody></table>`;
  const markup = `<h1>Loud</h1>${table}<pre>${"one long line ".repeat(20)}</pre>`;
  const slug = uniqueName("wide");
  await adminApi.save("/api/admin/service", {
    name: "Wide",
    slug,
    shortDescription: "Wide things",
    fullDescription: markup,
    template: `${markup}<iframe src="https://www.youtube-nocookie.com/embed/x" width="560" height="315" title="A film"></iframe>`,
  });
  await page.setViewportSize({ width: 320, height: 740 });
  await openWithoutHorizontalScroll(page, `/services/${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wide");
  await expect(page.locator("main iframe")).toHaveCount(1);
  for (const cell of await page.locator("main td").all()) {
    expect(await cell.evaluate(countLines)).toBe(1);
  }
});

test("the company name and the e-mail address fit in any font", async ({ page, errorLog }) => {
  await useWiderFont(page, errorLog);
  await page.goto("/contact");
  const { header, main } = siteScreen(page);
  const name = header.getByText("Lone Oak Pest & Termite");
  for (const [width, lines] of [
    [768, 3],
    [1024, 2],
    [1280, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const message = `at ${width} pixels`;
    expect(await name.evaluate(countLines), message).toBeLessThanOrEqual(lines);
    const email = await main.getByRole("link", { name: /@/ }).boundingBox();
    expect(email?.height, message).toBeLessThan(50); // one line
  }
});

test("no title under Who We Serve is broken at 320 pixels, or at 360 with large text", async ({
  page,
}) => {
  const titles = page.getByRole("region", { name: "Who We Serve" }).getByRole("link");
  const expectUnbroken = async () => {
    await page.goto("/");
    await waitForHydration(page);
    for (const [width, size] of [
      [320, 16],
      [360, 24],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await setRootFont(page, size);
      await page.evaluate(() => document.fonts.ready.then(() => true));
      await expect(titles).not.toHaveCount(0);
      for (const title of await titles.all()) {
        const words = ((await title.textContent()) ?? "").split(" ").length;
        const message = `at ${width} pixels with a root font of ${size} pixels`;
        expect(await title.evaluate(countTextLines), message).toBeLessThanOrEqual(words);
      }
    }
  };
  // Our fonts are used only if they are there in time, most likely from the cache.
  await expect(expectUnbroken).toPass();
});

/** Counts the lines of an element whose text begins with its first child; runs in the page. */
function countTextLines(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element.firstChild ?? element);
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
}

test.describe("with the hours of the starter content", () => {
  test.use({ settings: { apart: "hours" } });

  test("space for the open-now line is reserved before it appears", async ({ page, errorLog }) => {
    await useWiderFont(page, errorLog);
    await page.setViewportSize({ width: 320, height: 500 });
    await page.clock.setFixedTime("2026-11-15T12:00:00Z"); // a Sunday, which has the longest text
    await page.goto("/contact");
    await waitForHydration(page);
    const { main } = siteScreen(page);
    const heading = main.getByRole("heading", { name: "Business Hours" });
    const gap = async () => {
      const [above, below] = [await heading.boundingBox(), await main.locator("dl").boundingBox()];
      return Math.round((below?.y ?? 0) - (above?.y ?? 0));
    };
    await expect(main.getByText("Closed now")).toHaveCount(0);
    const before = await gap();
    await heading.scrollIntoViewIfNeeded();
    await expect(main.getByText("Closed now")).toBeVisible();
    expect(await gap()).toBe(before);
  });
});

test("pages load the small fonts only", async ({ page }) => {
  const fonts = new Set<string>();
  page.on("request", (request) => {
    const name = /([\w-]+)-[\w-]{8}\.woff2$/.exec(request.url())?.[1];
    if (name) fonts.add(name);
  });
  for (const path of publicPaths) {
    await page.goto(path);
    await waitForHydration(page);
  }
  expect([...fonts].sort()).toEqual(["core-heading", "core-text"]);
});

test("a character that the small fonts do not have is loaded from the complete font", async ({
  page,
}) => {
  await page.goto("/about");
  await waitForHydration(page);
  const font = page.waitForResponse(/source-sans-3[^/]*\.woff2$/);
  await page.evaluate(() => document.body.append("Peña"));
  expect((await font).status()).toBe(200);
});
