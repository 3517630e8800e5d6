import { expect, test, waitForHydration } from "./harness/test";
import { uniqueName } from "./screens/admin";
import { siteScreen } from "./screens/site";

test("pages show an error when the browser is offline", async ({ page, context, errorLog }) => {
  errorLog.allow(/ERR_INTERNET_DISCONNECTED/);
  await page.goto("/programs");
  await waitForHydration(page);
  const { main, navLink } = siteScreen(page);
  // The code of other pages is loaded when the visitor does something.
  const code = ["home", "blog"].map((name) => page.waitForResponse(`**/assets/${name}-*.js`));
  await page.mouse.move(40, 40);
  // With all that they import.
  for (const response of code) await page.evaluate((url) => import(url), (await response).url());
  await context.setOffline(true);
  await navLink("Blog").click();
  await expect(main).toContainText("Error loading blog posts");
  await navLink("Home").click();
  await expect(main).toContainText("Unable to load reviews. Please try again later.");
});

test("the printed page has the text and no controls", async ({ page }) => {
  await page.goto("/contact");
  await waitForHydration(page);
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

test("a post whose picture fails to load shows a drawing", async ({ page, adminApi, errorLog }) => {
  errorLog.allow(/ERR_FAILED/);
  // Other tests publish posts too: only the newest are on the first page.
  const title = uniqueName("Without a picture");
  await adminApi.save("/api/admin/blog-posts", {
    title,
    slug: uniqueName("without-a-picture"),
    excerpt: "Its picture cannot be loaded.",
    content: "Text",
    imageUrl: "/art/article-termites.svg",
  });
  await page.route("**/art/article-termites.svg", (route) => route.abort());
  await page.goto("/blog");
  await waitForHydration(page);
  const post = page.getByRole("article").filter({ hasText: title });
  await expect(post.locator("svg").first()).toBeVisible();
  await expect(post.locator("img")).toHaveCount(0);
});

test("without motion a change is complete at once", async ({ page }) => {
  await page.goto("/about");
  await waitForHydration(page);
  const transitions = await page.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
    return document.getAnimations().length;
  });
  expect(transitions).toBe(0);
});

test("the chosen theme is kept", async ({ page }) => {
  await page.goto("/");
  await waitForHydration(page);
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await waitForHydration(page);
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});

test("the contact page shows saved hours and texts", async ({ adminApi, page }) => {
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

test("a service page fills in the template variables and ends with the closing section", async ({
  page,
  adminApi,
}) => {
  const slug = uniqueName("fire-ants");
  await adminApi.save("/api/admin/service", {
    name: slug,
    slug,
    shortDescription: "Short",
    fullDescription: "<p>Full</p>",
    template: "<h2>How a {name} visit goes</h2>",
  });
  await page.goto(`/services/${slug}`);
  await expect(page.getByRole("heading", { name: `How a ${slug} visit goes` })).toBeVisible();
  const closing = page.getByRole("region", { name: "Seen something crawl, swarm or scratch?" });
  await expect(closing.getByRole("link", { name: "Chat With Us" })).toBeVisible();
});

test.describe("with the hours of the starter content", () => {
  test.use({ settings: { apart: "hours" } });

  test("the home page has LocalBusiness structured data", async ({ page }) => {
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
});
