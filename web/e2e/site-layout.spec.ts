import type { Page } from "@playwright/test";
import { expect, hydrated, linesOf, settled, test } from "./harness/test";
import { unique } from "./screens/admin";
import { publicPaths, siteScreen } from "./screens/site";

// That everything has its place, at any width, and keeps it.
const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

/** Everything that the browser counted as a shift of the layout so far. */
async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
    );
}

async function expectNoSidewaysScrolling(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, path).toBe(0);
}

for (const width of [320, 360, 768, 1280]) {
  test(`no page scrolls sideways at ${width} pixels`, async ({ page, complaints }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const path of publicPaths) await expectNoSidewaysScrolling(page, path);

    // Nor while the faces that stand in for our fonts are shown.
    complaints.allow(/ERR_FAILED/);
    await page.route("**/*.woff2", (route) => route.abort());
    await expectNoSidewaysScrolling(page, "/");
  });
}

for (const size of [24, 32]) {
  test(`letters of ${size} pixels make no page scroll sideways on a phone`, async ({ page }) => {
    await page.setViewportSize(phone);
    await page.addInitScript((pixels) => {
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = `${pixels}px`;
      });
    }, size);
    for (const path of publicPaths) await expectNoSidewaysScrolling(page, path);
  });
}

for (const viewport of [phone, desktop]) {
  test(`nothing shifts while pages load and scroll at ${viewport.width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const shifted = await recordShifts(page);
    for (const path of publicPaths) {
      await page.goto(path);
      await hydrated(page);
      await page.mouse.wheel(0, 600);
      await expect(siteScreen(page).header).toHaveAttribute("data-scrolled", "true");
      await settled(page);
      await page.waitForLoadState("networkidle");
      expect(await shifted(), path).toBe(0);
    }
  });
}

for (const [path, size] of [
  ["/login", { width: 640, height: 400 }],
  ["/customer-portal", { width: 360, height: 640 }],
  ["/contact", { width: 768, height: 500 }],
] as const) {
  test(`what is focused on ${path} is in sight at ${size.width} by ${size.height} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto(path);
    await hydrated(page);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        if (!activeElement || activeElement === document.body) return "";
        const { left, top, width, height } = activeElement.getBoundingClientRect();
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        const covered = found?.closest("aside, header") && !activeElement.closest("aside, header");
        const name = activeElement.getAttribute("name") ?? activeElement.textContent;
        return covered ? `${name} is covered` : "in sight";
      });
    await page.keyboard.press("Tab");
    for (let stop = await focused(); stop !== ""; stop = await focused()) {
      expect(stop).toBe("in sight");
      await page.keyboard.press("Tab");
    }
  });
}

test("the open menu hangs on the header wherever one has scrolled", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/programs");
  await hydrated(page);
  const { header } = siteScreen(page);
  const gap = async () => {
    const [above, below] = [
      await header.boundingBox(),
      await page.locator("#main-menu").boundingBox(),
    ];
    return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0));
  };
  await header.getByRole("button", { name: "Open menu" }).click();
  expect(await gap()).toBeLessThanOrEqual(0);
  await header.getByRole("button", { name: "Close menu" }).click();
  await page.evaluate(() => window.scrollTo(0, 500));
  await expect(header).toHaveAttribute("data-scrolled", "true");
  await header.getByRole("button", { name: "Open menu" }).click();
  await expect.poll(gap).toBeLessThanOrEqual(0);
});

test("whatever markup staff store, the page keeps one title and its width", async ({
  page,
  adminApi,
}) => {
  const words = ["Treatment", "Frequency", "Inspection", "Guarantee"];
  const table = `<table><tbody><tr>${words.map((word) => `<td>${word}</td>`).join("")}</tr></tbody></table>`;
  const markup = `<h1>Loud</h1>${table}<pre>${"one long line ".repeat(20)}</pre>`;
  const slug = unique("wide");
  await adminApi.save("/api/admin/service", {
    name: "Wide",
    slug,
    shortDescription: "Wide things",
    fullDescription: markup,
    template: `${markup}<iframe src="https://www.youtube-nocookie.com/embed/x" width="560" height="315" title="A film"></iframe>`,
  });
  await page.setViewportSize({ width: 320, height: 740 });
  await expectNoSidewaysScrolling(page, `/services/${slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wide");
  await expect(page.locator("main iframe")).toHaveCount(1);
  for (const cell of await page.locator("main td").all()) {
    expect(await cell.evaluate(linesOf)).toBe(1);
  }
});

test("the line that tells whether it is open has its room before it is there", async ({
  page,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/);
  await page.route("**/*.woff2", (route) => route.abort()); // the stand-in face is wider
  await page.setViewportSize({ width: 320, height: 500 });
  await page.clock.setFixedTime("2026-11-15T12:00:00Z"); // a Sunday: the longest of its sentences
  await page.goto("/contact");
  await hydrated(page);
  const { main } = siteScreen(page);
  const heading = main.getByRole("heading", { name: "Business Hours" });
  const room = async () => {
    const [above, below] = [await heading.boundingBox(), await main.locator("dl").boundingBox()];
    return Math.round((below?.y ?? 0) - (above?.y ?? 0));
  };
  await expect(main.getByText("Closed now")).toHaveCount(0);
  const before = await room();
  await heading.scrollIntoViewIfNeeded();
  await expect(main.getByText("Closed now")).toBeVisible();
  expect(await room()).toBe(before);
});

for (const width of [768, 1152, 1280, 1366]) {
  test(`the dock covers nothing at the end of the page at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/about");
    await hydrated(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const { footer } = siteScreen(page);
    const covered = await footer.locator("a, label, p").evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const found = document.elementFromPoint(left + width / 2, top + height / 2);
          return top > 0 && found?.closest("aside");
        })
        .map((element) => element.textContent),
    );
    expect(covered).toEqual([]);
    await footer.getByText("System").click();
    await expect(footer.getByRole("radio", { name: "System" })).toBeChecked();
  });
}
