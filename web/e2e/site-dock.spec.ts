import { expect, test, waitForHydration } from "./harness/test";
import { phone, siteScreen } from "./screens/site";

test("the contact dock covers nothing at the end of the page at any width", async ({ page }) => {
  await page.goto("/about");
  await waitForHydration(page);
  const { footer } = siteScreen(page);
  for (const width of [768, 1152, 1280, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const covered = () =>
      footer.locator("a, label, p").evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility())
          .filter((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            const found = document.elementFromPoint(left + width / 2, top + height / 2);
            return top > 0 && found?.closest("aside");
          })
          .map((element) => element.textContent),
      );
    await expect.poll(covered, `at ${width} pixels`).toEqual([]);
    await footer.getByText("System").click();
    await expect(footer.getByRole("radio", { name: "System" })).toBeChecked();
    await footer.getByText("Light", { exact: true }).click();
    await expect(footer.getByRole("radio", { name: "Light" })).toBeChecked();
  }
});

test("the chat button of a wide page is beside the text", async ({ page }) => {
  for (const path of ["/services/termite-control", "/blog", "/contact"]) {
    await page.goto(path);
    await waitForHydration(page);
    for (const width of [1024, 1280, 1535, 1536, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const covered = await page.evaluate(() => {
        const dock = document.querySelector("aside[aria-label='Quick contact'] button");
        const { left = 0 } = dock?.getBoundingClientRect() ?? {};
        const range = document.createRange();
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found: (string | null)[] = [];
        while (texts.nextNode()) {
          const { currentNode } = texts;
          range.selectNodeContents(currentNode);
          const ends = [...range.getClientRects()].map(({ right }) => right);
          const parent = currentNode.parentElement;
          const isSeen = parent?.closest("main, footer") && !parent.closest(".sr-only");
          if (isSeen && Math.max(...ends, 0) > left) found.push(currentNode.textContent);
        }
        return found;
      });
      expect(covered, `${path} at ${width} pixels`).toEqual([]);
    }
  }
});

test("header and dock leave the screen to the page", async ({ page }) => {
  const dock = page.getByRole("complementary", { name: "Quick contact" });
  const { header } = siteScreen(page);
  await page.goto("/about");
  await waitForHydration(page);
  for (const width of [768, 900, 1023]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(header.getByText("Lone Oak").first(), `at ${width} pixels`).toBeInViewport();
  }
  // A phone on its side, and one with large text.
  for (const size of [
    { width: 844, height: 390 },
    { width: 360, height: 370 },
  ]) {
    await page.setViewportSize(size);
    await page.mouse.wheel(0, 400);
    const taken = async () => {
      const boxes = await Promise.all([header.boundingBox(), dock.boundingBox()]);
      return boxes.reduce((sum, box) => sum + (box?.height ?? 0), 0) / size.height;
    };
    await expect.poll(taken, `at ${size.width} by ${size.height}`).toBeLessThan(0.3);
  }
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Admin Login" })).toBeVisible();
  await expect(dock).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("the call link stays in the viewport", async ({ page }) => {
    await page.goto("/about");
    await waitForHydration(page);
    const call = page
      .getByRole("complementary", { name: "Quick contact" })
      .getByRole("link", { name: /^Call \(/ });
    await expect(call).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(call).toBeInViewport();
    await expect(call).toHaveAttribute("href", /^tel:\+1/);
  });

  test("the first screen of the home page has one call button, and the dock the next", async ({
    page,
  }) => {
    await page.goto("/");
    await waitForHydration(page);
    const calls = page.getByRole("link", { name: /^Call/ });
    await expect(calls).toHaveText("Call Now");
    await expect(calls).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, 700);
    await expect(page.getByRole("link", { name: /^Call \(/ })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("link", { name: "Call Now" })).not.toBeInViewport();
  });

  test("the phone number in the call link is not broken at 320 pixels", async ({
    page,
    errorLog,
  }) => {
    errorLog.allow(/\.woff2: Failed to load/);
    // The widest case: the fonts come too late, and those of the system are used.
    await page.route("**/*.woff2", (route) => route.abort());
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto("/about");
    const dock = page.getByRole("complementary");
    await expect(dock.getByRole("link", { name: /^Call \(/ })).toBeInViewport({ ratio: 1 });
    const lines = await dock.getByText(/^\(/).evaluate((number) => number.getClientRects().length);
    expect(lines).toBe(1);
  });

  test("links of two lines in the footer do not touch one another", async ({ page }) => {
    await page.goto("/about");
    const { footer } = siteScreen(page);
    for (const name of ["General Pest Control", "Commercial Pest Control"]) {
      const gap = await footer.getByRole("link", { name }).evaluate((link) => {
        const range = document.createRange();
        range.selectNodeContents(link);
        return link.getBoundingClientRect().height - range.getBoundingClientRect().height;
      });
      expect(gap).toBeGreaterThan(10);
    }
  });

  test("tap targets are at least 44 pixels high", async ({ page }) => {
    await page.goto("/contact");
    await waitForHydration(page);
    await siteScreen(page).menuButton.click();
    await expect(siteScreen(page).navLink("Home")).toBeVisible();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("header a, header button, footer a, footer label, aside a")]
        .filter((element) => element.checkVisibility())
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.textContent),
    );
    expect(small).toEqual([]);
  });
});
