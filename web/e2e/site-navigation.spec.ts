import { holdRequests } from "./harness/routes";
import { expect, test, waitForHydration } from "./harness/test";
import { phone, siteScreen } from "./screens/site";

test("the header is sticky and shrinks after scrolling 20 pixels", async ({ page }) => {
  await page.goto("/");
  await waitForHydration(page);
  const { header } = siteScreen(page);
  const tall = (await header.boundingBox())?.height ?? 0;
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThan(tall);
  expect((await header.boundingBox())?.y).toBe(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("the menu opens, and closes on link click and at 768 pixels", async ({ page }) => {
    await page.goto("/");
    await waitForHydration(page);
    const { menuButton, navLink } = siteScreen(page);
    await expect(navLink("Programs")).toBeHidden();
    await menuButton.click();
    await expect(menuButton).toHaveAttribute("aria-expanded", "true");
    await navLink("Programs").click();
    await expect(page).toHaveURL("/programs");
    await expect(navLink("Programs")).toBeHidden();
    await menuButton.click();
    await page.setViewportSize({ width: 768, height: 740 });
    await expect(menuButton).toBeHidden();
    await page.setViewportSize(phone);
    await expect(menuButton).toHaveAttribute("aria-expanded", "false");
  });

  test("a click before the scripts have loaded takes effect when they have", async ({ page }) => {
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto("/", { waitUntil: "commit" });
    const { menuButton, navLink } = siteScreen(page);
    await menuButton.click();
    await expect(navLink("Programs")).toBeHidden();
    release();
    await expect(navLink("Programs")).toBeVisible();
  });

  test("the menu closes when the focus leaves it", async ({ page }) => {
    await page.goto("/");
    await waitForHydration(page);
    const { menuButton, navLink } = siteScreen(page);
    await menuButton.click();
    await navLink("Customer Portal").focus();
    await page.keyboard.press("Tab");
    await expect(navLink("Programs")).toBeHidden();
    await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false, settings: { apart: "hours" } });

    test("the header links are visible and cover nothing", async ({ page }) => {
      await page.goto("/contact");
      const { menuButton, navLink, title } = siteScreen(page);
      await expect(menuButton).toBeHidden();
      const [link, heading] = [await navLink("Contact").boundingBox(), await title.boundingBox()];
      expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
      await expect(page.getByText("8:00 AM to 5:00 PM").first()).toBeVisible();
    });
  });
});

test("every route change scrolls to the top, including Back", async ({ page }) => {
  await page.goto("/");
  await waitForHydration(page);
  const { main, navLink, scrollTop, title } = siteScreen(page);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await navLink("About Us").click();
  await expect(page).toHaveURL("/about");
  await expect.poll(scrollTop).toBe(0);
  await expect(main).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.goBack();
  await expect(title).toHaveText("Protect Your Home From Unwanted Pests");
  await expect.poll(scrollTop).toBe(0);
});

test("a link to the current page scrolls to the top", async ({ page }) => {
  await page.goto("/services");
  await waitForHydration(page);
  const { header, footer, main, navLink, scrollTop } = siteScreen(page);
  const entries = await page.evaluate(() => history.length);
  await footer.getByRole("link", { name: "Rodent Control" }).click();
  await expect.poll(scrollTop).toBe(0);
  await expect(main).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await navLink("Home").click();
  await expect(page).toHaveURL("/");
  await page.evaluate(() => window.scrollTo(0, 1500));
  await header.getByRole("link").first().click();
  await expect.poll(scrollTop).toBe(0);
});

test("clicking a placeholder link does nothing", async ({ page }) => {
  await page.goto("/customer-portal");
  await waitForHydration(page);
  const position = () => page.evaluate(() => [location.href, window.scrollY]);
  const { footer } = siteScreen(page);
  for (const link of [
    page.getByRole("link", { name: "Forgot password?" }),
    footer.getByRole("link", { name: "Privacy Policy" }),
  ]) {
    await link.scrollIntoViewIfNeeded();
    const before = await position();
    await link.click();
    expect(await position()).toEqual(before);
  }
});
