import type { Page } from "@playwright/test";
import { accessibilityViolations, expect, test, waitForHydration } from "./harness/test";
import { siteScreen } from "./screens/site";

for (const path of ["/no/such/page", "/admin/no-such-page"]) {
  test(`${path} returns 404 with the not-found screen`, async ({ page, errorLog }) => {
    errorLog.allow(/status of 404/);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await waitForHydration(page);
    await expect(siteScreen(page).title).toHaveText("404 Page Not Found");
    await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  });
}

for (const path of ["/admin/x", "/admin/login", "/administrator"]) {
  test(`${path} has a grey background and no header or footer`, async ({ page, errorLog }) => {
    errorLog.allow(/status of 404/);
    await page.goto(path);
    const { header, footer, main, title } = siteScreen(page);
    const expectNoLayout = async () => {
      await expect(title).toHaveText("404 Page Not Found");
      await expect(header).toHaveCount(0);
      await expect(footer).toHaveCount(0);
      await expect(page.getByRole("complementary")).toHaveCount(0);
      await expect(main).toHaveCSS("background-color", "rgb(243, 244, 246)");
    };
    await expectNoLayout();
    await waitForHydration(page);
    await expectNoLayout();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to Home" }).click();
    await expect(page).toHaveURL("/");
    await expect(header).toBeVisible();
    await expect(footer).toBeVisible();
    await page.goBack();
    await expectNoLayout();
  });
}

test("the logo's line is open on the not-found screen, and closes once on the next page", async ({
  page,
  newPage,
  errorLog,
}) => {
  errorLog.allow(/status of 404/);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/no/such/page");
  await waitForHydration(page);
  const line = siteScreen(page).header.locator(".logo-line").last();
  await expect(line).toHaveCSS("stroke-dashoffset", "55px");
  const started = line.evaluate(
    (path) =>
      new Promise((resolve) => {
        path.addEventListener(
          "transitionrun",
          () => resolve(getComputedStyle(path).transitionDuration),
          { once: true },
        );
      }),
  );
  await page.getByRole("link", { name: "Back to Home" }).click();
  expect(await started).toBe("0.6s");
  await expect(line).toHaveCSS("stroke-dashoffset", "0px");
  // There the hero's line is drawn too, unless motion is not wanted.
  const heroUrl = (of: Page) =>
    of
      .locator("picture img")
      .first()
      .evaluate((image) => (image as HTMLImageElement).currentSrc);
  await expect.poll(() => heroUrl(page)).toMatch(/hero\.svg#draw$/);
  const still = await newPage({ reducedMotion: "reduce" });
  await still.goto("/");
  await expect.poll(() => heroUrl(still)).toMatch(/hero\.svg$/);
});
