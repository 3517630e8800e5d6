import { holdRequests } from "./harness/routes";
import { expect, test, waitForHydration, waitForLoad } from "./harness/test";
import { uniqueName } from "./screens/admin";
import { publicPaths, siteScreen } from "./screens/site";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page shows the hero", async ({ page }) => {
    await page.goto("/");
    await expect(siteScreen(page).title).toHaveText("Protect Your Home From Unwanted Pests");
    await expect(page.getByRole("link", { name: "Schedule Free Estimate" }).first()).toBeVisible();
  });

  test("the header links work", async ({ page }) => {
    await page.goto("/");
    await siteScreen(page).navLink("Programs").click();
    await expect(page).toHaveURL("/programs");
    await expect(page.getByRole("heading", { name: "Monthly Programs" })).toBeVisible();
  });
});

test("the first paint does not wait for scripts", async ({ page }) => {
  const release = await holdRequests(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  await expect(siteScreen(page).title).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length))
    .toBe(1);
  const styles = page.locator("style, link[rel=stylesheet]");
  expect(await styles.evaluateAll((all) => all.map((each) => each.localName))).toEqual(["style"]);
  release();
  await waitForHydration(page);
});

test("the map is loaded after the first view", async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  const requested: string[] = [];
  page.on("request", (request) => {
    if (request.frame() !== page.mainFrame()) requested.push("map");
    else if (request.resourceType() === "script") requested.push("script");
  });
  await page.goto("/contact");
  await waitForHydration(page);
  await page.getByRole("main").locator("iframe").scrollIntoViewIfNeeded();
  await expect.poll(() => requested).toContain("map");
  expect(requested[0]).toBe("script");
});

test("every page has a share card of its own, and heads fit into what search engines show", async ({
  request,
}) => {
  const cards = new Map<string, string>();
  const listed = publicPaths.filter((path) => path !== "/login");
  for (const path of listed) {
    const html = await (await request.get(path)).text();
    const meta = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? "";
    const decoded = (text: string) => text.replace(/&amp;/g, "&").replace(/&#x27;/g, "'");
    expect(decoded(meta("og:image:alt")), path).toMatch(/^Lone Oak Pest & Termite: ./);
    expect([meta("og:image:width"), meta("og:image:height")], path).toEqual(["1200", "630"]);
    const card = await request.get(meta("og:image"));
    expect(card.headers()["content-type"], path).toBe("image/jpeg");
    cards.set((await card.body()).toString("base64"), path);
    if (path !== "/") continue;
    expect(decoded(meta("og:title")).length).toBeLessThanOrEqual(60);
    expect(decoded(meta("description")).length).toBeLessThanOrEqual(155);
  }
  expect(cards.size).toBe(listed.length);
});

test("an edit is in the very next response", async ({ adminApi, request }) => {
  const value = uniqueName("Termites out, peace in");
  await (await request.get("/")).text(); // so that it is in the cache
  await adminApi.saveContent({ key: "hero_subtitle", section: "home", type: "text", value });
  expect(await (await request.get("/")).text()).toContain(value);
});

test("hydrating a public page makes no API requests", async ({ page }) => {
  let requested: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) requested.push(request.url());
  });
  for (const path of publicPaths) {
    requested = [];
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await waitForLoad(page);
    // All visitors share a page, so it cannot say whether somebody is signed in.
    expect(
      requested.filter((url) => !url.endsWith("/api/auth/user")),
      path,
    ).toEqual([]);
  }
});

test("a header link navigates without loading a document", async ({ page }) => {
  await page.goto("/");
  await waitForHydration(page);
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      documents.push(request.url());
    }
  });
  await page.mouse.wheel(0, 900);
  await expect(siteScreen(page).header).toHaveAttribute("data-scrolled", "true");
  await siteScreen(page).navLink("About Us").click();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { name: "Integrity" })).toBeVisible();
  await expect.poll(siteScreen(page).scrollTop).toBe(0);
  expect(documents).toEqual([]);
});
