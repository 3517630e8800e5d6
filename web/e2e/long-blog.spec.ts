import { test as base, expect, expectNoHorizontalScroll, waitForHydration } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";
import { phone, siteScreen } from "./screens/site";

const test = base.extend<{ longBlog: undefined }>({
  // Other tests expect the starter article on the first page.
  settings: { args: ["--starter=false"] },
  longBlog: [
    async ({ adminApi, request }, use) => {
      const { data } = await (await request.get("/api/blog-posts?fields=summary")).json();
      for (let number = data.length + 1; number <= 45; number++) {
        await adminApi.save("/api/admin/blog-posts", {
          title: `Article ${number}`,
          slug: `article-${number}`,
          excerpt: "What to look for.",
          content: "Every word of it.",
        });
      }
      await use(undefined);
    },
    { auto: true },
  ],
});

// One worker writes the articles once.
test.describe.configure({ mode: "default" });

test("the blog is read page by page, back and forth", async ({ page }) => {
  await page.goto("/blog");
  await waitForHydration(page);
  const { main, title, scrollTop } = siteScreen(page);
  const pages = page.getByRole("navigation", { name: "Pages of the blog" });
  await expect(main.getByRole("article")).toHaveCount(20);
  await expect(pages.getByRole("link")).toHaveText(["Older Articles"]);

  await pages.getByRole("link", { name: "Older Articles" }).click();
  await expect(page).toHaveURL("/blog?page=2");
  await expect(page).toHaveTitle(/^Blog, Page 2 \|/);
  await expect(main.getByRole("heading", { level: 3 }).first()).toHaveText("Article 25");
  await expect(main.getByRole("article")).toHaveCount(20);
  await expect.poll(scrollTop).toBe(0);
  await expect(main).toBeFocused();
  await pages.getByRole("link", { name: "Older Articles" }).click();
  await expect(page).toHaveURL("/blog?page=3");
  await expect(main.getByRole("article")).toHaveCount(5);
  await expect(pages.getByRole("link")).toHaveText(["Newer Articles"]);

  await page.evaluate(() => window.scrollTo(0, 900));
  await page.goBack();
  await expect(page).toHaveURL("/blog?page=2");
  await expect(main.getByRole("heading", { level: 3 }).first()).toHaveText("Article 25");
  await expect.poll(scrollTop).toBe(0);
  await main.getByRole("link", { name: /^Read More.*Article 24$/ }).click();
  await expect(title).toHaveText("Article 24");
  await expect(main).toContainText("Every word of it.");
  await page.goBack();
  await expect(page).toHaveURL("/blog?page=2");
  await expect(main.getByRole("article")).toHaveCount(20);
});

test("a page of the blog comes complete from the server", async ({ page, request }) => {
  const requests: string[] = [];
  page.on("request", (sent) => requests.push(new URL(sent.url()).pathname));
  const response = await page.goto("/blog?page=2");
  expect(response?.status()).toBe(200);
  await waitForHydration(page);
  const href = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute("href");
  expect(new URL((await href("canonical")) ?? "").search).toBe("?page=2");
  expect(new URL((await href("prev")) ?? "").search).toBe("");
  expect(new URL((await href("next")) ?? "").search).toBe("?page=3");
  expect(requests.filter((path) => path.startsWith("/api/blog"))).toEqual([]);
  expect(await response?.text()).not.toContain("Every word of it.");
  expect(await (await request.get("/sitemap.xml")).text()).toContain("/blog?page=3</loc>");
});

test("a page that does not exist is not found", async ({ page, errorLog }) => {
  errorLog.allow(/status of 404/);
  for (const path of ["/blog?page=4", "/blog?page=99999999"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await waitForHydration(page);
    await expect(siteScreen(page).title).toHaveText("404 Page Not Found");
  }
  await siteScreen(page).navLink("Blog").click();
  await expect(page).toHaveURL("/blog");
  await expect(siteScreen(page).main.getByRole("article")).toHaveCount(20);
  await page.goBack();
  await expect(siteScreen(page).title).toHaveText("404 Page Not Found");
});

test("the back office searches posts and loads more of them", async ({ page, server }) => {
  await signIn(page, server);
  const screen = adminScreen(page);
  await screen.open("posts");
  const cards = screen.panel.getByRole("listitem");
  await expect(cards).toHaveCount(20);
  await screen.button("Load More").click();
  await expect(cards).toHaveCount(40);
  await screen.button("Load More").click();
  await expect(cards).toHaveCount(45);
  await expect(screen.button("Load More")).toBeHidden();

  const search = screen.panel.getByRole("searchbox", { name: "Search blog posts" });
  await search.fill("article 17");
  await expect(cards).toHaveCount(1);
  await screen.button("Edit Article 17").click();
  await expect(screen.dialog.getByRole("textbox", { name: "Content", exact: true })).toHaveValue(
    "Every word of it.",
  );
  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await search.fill("nothing like that");
  await expect(screen.panel.getByText("No blog post matches the search")).toBeVisible();
  await search.clear();
  await expect(cards).toHaveCount(45);
});

test("the links between pages fit on a phone", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/blog?page=2");
  const pages = page.getByRole("navigation", { name: "Pages of the blog" });
  await expect(pages.getByRole("link")).toHaveText(["Newer Articles", "Older Articles"]);
  await expectNoHorizontalScroll(page);
});
