import { expect, test, violationsInBothThemes, waitForHydration } from "./harness/test";
import { phone, publicPaths, siteScreen } from "./screens/site";

for (const path of publicPaths) {
  test(`${path} has no accessibility violations in either theme`, async ({ page }) => {
    await page.goto(path);
    await waitForHydration(page);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.setViewportSize(phone);
    expect(await violationsInBothThemes(page), "on a phone").toEqual([]);
  });
}

test("keyboards and forced colors find every mark", async ({ page }) => {
  await page.goto("/services");
  await waitForHydration(page);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  const box = await skip.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await expect(skip).toHaveCSS("padding-left", /^(1[2-9]|2\d)/);

  // The ring of the chat button lies on light and on pine sections: one of its two colors shows.
  const chat = page.getByRole("complementary", { name: "Quick contact" }).getByRole("button");
  await chat.focus();
  const ring = () => chat.evaluate((button) => getComputedStyle(button).boxShadow);
  await expect(chat).toHaveCSS("outline-color", "rgb(247, 242, 232)");
  await expect.poll(ring).toContain("7px");

  await page.emulateMedia({ forcedColors: "active" });
  const { header, main } = siteScreen(page);
  await expect(header.getByRole("link", { name: "Services" })).toHaveCSS(
    "text-decoration-line",
    "underline",
  );
  await expect(header.getByRole("link", { name: "Programs" })).toHaveCSS(
    "text-decoration-line",
    "none",
  );
  await expect(main.getByRole("link", { name: "Chat With Us" })).toHaveCSS(
    "border-top-width",
    "2px",
  );
});

for (const [path, size] of [
  ["/login", { width: 640, height: 400 }],
  ["/customer-portal", { width: 360, height: 640 }],
  ["/contact", { width: 768, height: 500 }],
] as const) {
  test(`the focused element on ${path} is not covered at ${size.width} by ${size.height} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto(path);
    await waitForHydration(page);
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document;
        if (!activeElement || activeElement === document.body) return "";
        // Whether the browser scrolls to a frame depends on how much of it has loaded.
        if (activeElement.matches("iframe")) activeElement.scrollIntoView({ block: "nearest" });
        const { left, top, width, height } = activeElement.getBoundingClientRect();
        const isCovered = (y: number) =>
          document.elementFromPoint(left + width / 2, y)?.closest("aside, header") &&
          !activeElement.closest("aside, header");
        // The map is too high for this screen: its top or its bottom is enough.
        const points = height > 200 ? [top + 24, top + height - 24] : [top + height / 2];
        const covered = points.every((y) => y < 0 || y > innerHeight || isCovered(y));
        const name = activeElement.getAttribute("name") ?? activeElement.textContent;
        return covered ? `${name} is covered` : "visible";
      });
    do {
      await page.keyboard.press("Tab");
      await expect.poll(focused).toMatch(/^(visible)?$/);
    } while ((await focused()) !== "");
  });
}
