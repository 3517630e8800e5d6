import type { Page } from "@playwright/test";
import { expect, sweep, test, waitForHydration } from "./harness/test";

const white =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><path fill="#fff" d="M0 0h16v9H0z"/></svg>';

const texts = (page: Page) =>
  page.getByRole("region", { name: "Protect Your Home" }).locator("h1, p, a");

/** Hides the hero's texts and returns the color of each. */
function hideTexts(page: Page): Promise<string[]> {
  return texts(page).evaluateAll((elements) =>
    (elements as HTMLElement[]).map((element) => {
      const { color } = getComputedStyle(element);
      element.style.transition = "none";
      element.style.color = "transparent";
      return color;
    }),
  );
}

/** The lowest contrast of texts in these colors with what is behind them, measured in a screenshot. */
async function worstContrast(page: Page, colors: string[], decoder: Page): Promise<number> {
  const places = await texts(page).evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return [...range.getClientRects()].map(({ x, y, width, height }) => [x, y, width, height]);
    }),
  );
  const parts = places.map((lines, index) => ({ lines, color: colors[index] ?? "" }));
  const picture = (await page.screenshot()).toString("base64");
  return decoder.evaluate(
    async ([data, measured]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", {
        willReadFrequently: true,
      });
      if (!canvas) throw new Error("there is no canvas");
      canvas.drawImage(image, 0, 0);
      const luminance = (rgb: number[]) => {
        const [r = 0, g = 0, b = 0] = rgb.map((part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      let worst = 21;
      for (const { color, lines } of measured) {
        const text = luminance((color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
        for (const [x = 0, y = 0, width = 0, height = 0] of lines) {
          const { data: pixels } = canvas.getImageData(x, y, Math.ceil(width), Math.ceil(height));
          for (let i = 0; i < pixels.length; i += 4) {
            const back = luminance([...pixels.slice(i, i + 3)]);
            const [high, low] = text > back ? [text, back] : [back, text];
            worst = Math.min(worst, (high + 0.05) / (low + 0.05));
          }
        }
      }
      return worst;
    },
    [picture, parts] as const,
  );
}

// White is the worst picture that an owner can choose.
test(
  "text on the hero is readable on any picture, at every width and in both themes",
  sweep,
  async ({ page, context }) => {
    await page.route("**/art/hero*.svg", (route) =>
      route.fulfill({ contentType: "image/svg+xml", body: white }),
    );
    const decoder = await context.newPage();
    for (const theme of ["light", "dark"]) {
      await page.addInitScript((name) => localStorage.setItem("perimeter-theme", name), theme);
      await page.goto("/");
      await waitForHydration(page);
      const colors = await hideTexts(page);
      for (const width of [320, 500, 767, 768, 1023, 1024, 1440, 1920, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        // A screenshot right after the change of the width can show the page half painted.
        await expect
          .poll(() => worstContrast(page, colors, decoder), `${theme} at ${width} pixels`)
          .toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);
