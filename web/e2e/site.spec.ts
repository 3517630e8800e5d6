import { hold } from "./harness/hold";
import { accessibilityFaults, expect, hydrated, test } from "./harness/test";
import { siteScreen } from "./screens/site";

const phone = { width: 360, height: 740 };

test("a page is painted without waiting for its scripts", async ({ page }) => {
  const release = await hold(page, "**/assets/*.js");
  await page.goto("/");
  await expect(siteScreen(page).title).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length))
    .toBe(1);
  const styles = page.locator("style, link[rel=stylesheet]");
  expect(await styles.evaluateAll((all) => all.map((each) => each.localName))).toEqual(["style"]);
  release();
  await hydrated(page);
});

test("the header stays in sight and shrinks beyond 20 pixels", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const { header } = siteScreen(page);
  const tall = (await header.boundingBox())?.height ?? 0;
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(async () => (await header.boundingBox())?.height).toBeLessThan(tall);
  expect((await header.boundingBox())?.y).toBe(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: phone });

  test("the menu opens, leads on and closes behind itself", async ({ page }) => {
    await page.goto("/");
    await hydrated(page);
    const { header, navLink } = siteScreen(page);
    const toggle = header.getByRole("button", { name: /menu/i });
    await expect(navLink("Programs")).toBeHidden();
    await toggle.click();
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await navLink("Programs").click();
    await expect(page).toHaveURL("/programs");
    await expect(navLink("Programs")).toBeHidden();
    await toggle.click();
    await page.setViewportSize({ width: 768, height: 740 });
    await expect(toggle).toBeHidden();
    await page.setViewportSize(phone);
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
  });

  test("a button pressed before the scripts have come answers when they have", async ({ page }) => {
    const release = await hold(page, "**/assets/*.js");
    await page.goto("/");
    const { header, navLink } = siteScreen(page);
    await header.getByRole("button", { name: "Open menu" }).click();
    await expect(navLink("Programs")).toBeHidden();
    release();
    await expect(navLink("Programs")).toBeVisible();
  });

  test("a call is one thumb away wherever one has scrolled", async ({ page }) => {
    await page.goto("/about");
    await hydrated(page);
    const call = page
      .getByRole("complementary", { name: "Quick contact" })
      .getByRole("link", { name: /^Call \(/ });
    await expect(call).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(call).toBeInViewport();
    await expect(call).toHaveAttribute("href", /^tel:\+1/);
  });

  test("what one taps is large enough", async ({ page }) => {
    await page.goto("/contact");
    await hydrated(page);
    await siteScreen(page).header.getByRole("button", { name: /menu/i }).click();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("header a, header button, footer a, footer label, aside a")]
        .filter((element) => element.checkVisibility())
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.textContent),
    );
    expect(small).toEqual([]);
  });

  test("the menu closes when the keyboard goes on to the page", async ({ page }) => {
    await page.goto("/");
    await hydrated(page);
    const { header, navLink } = siteScreen(page);
    await header.getByRole("button", { name: /menu/i }).click();
    await navLink("Customer Portal").focus();
    await page.keyboard.press("Tab");
    await expect(navLink("Programs")).toBeHidden();
    await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("the links of the header are there at once and cover nothing", async ({ page }) => {
      await page.goto("/contact");
      const { header, navLink, title } = siteScreen(page);
      await expect(header.getByRole("button", { name: /menu/i })).toBeHidden();
      const [link, heading] = [await navLink("Contact").boundingBox(), await title.boundingBox()];
      expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
      // Other journeys may have split the week.
      await expect(page.getByText("8:00 AM to 5:00 PM").first()).toBeVisible();
    });

    test("the phone stands in for the chat", async ({ page }) => {
      await page.goto("/contact");
      await expect(page.getByRole("button", { name: "Chat" })).toBeHidden();
      await expect(page.getByText(/^Use the chat button/)).toBeHidden();
      await expect(page.locator("#chat").getByRole("link", { name: /^\(/ })).toBeVisible();
    });
  });
});

test("every change of route begins at the top, going back as well", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const place = () => page.evaluate(() => window.scrollY);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await siteScreen(page).navLink("About Us").click();
  await expect(page).toHaveURL("/about");
  await expect.poll(place).toBe(0);
  await expect(siteScreen(page).main).toBeFocused();
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.goBack();
  await expect(siteScreen(page).title).toHaveText("Protect Your Home From Unwanted Pests");
  await expect.poll(place).toBe(0);
});

test("a link to the page one is on leads back to its top", async ({ page }) => {
  await page.goto("/services");
  await hydrated(page);
  const { header, footer, main, navLink } = siteScreen(page);
  const place = () => page.evaluate(() => window.scrollY);
  const entries = await page.evaluate(() => history.length);
  await footer.getByRole("link", { name: "Rodent Control" }).click();
  await expect.poll(place).toBe(0);
  await expect(main).toBeFocused();
  expect(await page.evaluate(() => history.length)).toBe(entries);

  await navLink("Home").click();
  await expect(page).toHaveURL("/");
  await page.evaluate(() => window.scrollTo(0, 1500));
  await header.getByRole("link").first().click();
  await expect.poll(place).toBe(0);
});

test("without a connection a page says so instead of waiting", async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/programs");
  await hydrated(page);
  const { main, navLink } = siteScreen(page);
  await context.setOffline(true);
  await navLink("Blog").click();
  await expect(main).toContainText("Error loading blog posts");
  await navLink("Home").click();
  await expect(main).toContainText("Unable to load reviews. Please try again later.");
});

test("a link that leads nowhere yet can be clicked, and nothing happens", async ({ page }) => {
  await page.goto("/customer-portal");
  await hydrated(page);
  const place = () => page.evaluate(() => [location.href, window.scrollY]);
  const { footer } = siteScreen(page);
  for (const link of [
    page.getByRole("link", { name: "Forgot password?" }),
    footer.getByRole("link", { name: "Privacy Policy" }),
  ]) {
    await link.scrollIntoViewIfNeeded();
    const before = await place();
    await link.click();
    expect(await place()).toEqual(before);
  }
});

test("a chat that cannot be loaded leaves the page alone and can be tried again", async ({
  page,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/);
  await page.route("**/assets/chat-panel-*.js", (route) => route.abort());
  await page.goto("/about");
  await hydrated(page);
  await page.getByRole("button", { name: "Chat" }).click();
  const failure = page.getByRole("alertdialog", { name: "Chat" });
  await expect(failure).toContainText(/The chat could not be loaded\. Please call \(\d{3}\)/);
  await expect(siteScreen(page).title).toBeVisible();
  await expect(siteScreen(page).footer).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.unroute("**/assets/chat-panel-*.js");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog").getByLabel("Your message")).toBeFocused();
  await expect(failure).toHaveCount(0);
});

test("on paper there is the text, and nothing to press", async ({ page }) => {
  await page.goto("/contact");
  await hydrated(page);
  await page.emulateMedia({ media: "print" });
  const { footer, navLink, title } = siteScreen(page);
  await expect(title).toBeVisible();
  await expect(navLink("Home")).toBeHidden();
  await expect(page.getByRole("complementary")).toBeHidden();
  await expect(footer.getByText("System")).toBeHidden();
  await expect(footer.getByRole("link", { name: "Rodent Control" })).toBeHidden();
  await expect(footer.getByText(/Hillsboro, TX 76645/)).toBeVisible();
  await expect(footer).toHaveCSS("color", "rgb(0, 0, 0)");
});

test("a post whose picture is gone has a drawing instead", async ({ page, complaints }) => {
  complaints.allow(/ERR_FAILED/);
  await page.route("**/art/article-termites.svg", (route) => route.abort());
  await page.goto("/blog");
  await hydrated(page);
  const newest = page.getByRole("article").filter({ hasText: "Termites" });
  await expect(newest.locator("svg").first()).toBeVisible();
  await expect(newest.locator("img")).toHaveCount(0);
});

test("the theme that was chosen is there at the next visit", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await hydrated(page);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});

test("saved hours and contact texts are what the contact page shows", async ({
  adminApi,
  page,
}) => {
  await adminApi.save("/api/admin/business-hours", {
    day: "saturday",
    openTime: "10:30 AM",
    closeTime: "by dark",
    isClosed: false,
  });
  await adminApi.saveContent({
    key: "contact_title",
    section: "contact",
    type: "text",
    value: "Talk to us",
  });
  await page.goto("/contact");
  await expect(siteScreen(page).title).toHaveText("Talk to us");
  await expect(page.getByText("10:30 AM to by dark")).toBeVisible();
  await expect(siteScreen(page).footer).toContainText("Sat 10:30AM-by dark");
});

test("the map comes from another site only when it is asked for", async ({ page }) => {
  await page.goto("/contact");
  await hydrated(page);
  await expect(page.locator("iframe")).toHaveCount(0);
  await page.getByRole("button", { name: "Show Map" }).click();
  await expect(page.locator("iframe")).toHaveAttribute("src", /^https:/);
  await expect(page.locator("iframe")).toBeFocused();
});

test("a service shows its template with the variables filled in", async ({ page }) => {
  await page.goto("/services/termite-control");
  await expect(
    page.getByRole("heading", { name: "How a Termite Control visit goes" }),
  ).toBeVisible();
});

test("search engines read who the company is and when it is open", async ({ page }) => {
  await page.goto("/");
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const business = texts
    .map((text) => JSON.parse(text))
    .find((data) => data["@type"] === "LocalBusiness");
  expect(business).toMatchObject({
    telephone: expect.stringMatching(/^\+1\d{10}$/),
    address: { postalCode: "76645" },
    foundingDate: "2021",
    openingHoursSpecification: expect.arrayContaining([
      expect.objectContaining({ opens: "08:00", closes: "17:00" }),
    ]),
  });
  expect(texts.join()).not.toMatch(/AggregateRating|"Review"/);
});
