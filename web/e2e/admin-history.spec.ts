import type { Page } from "@playwright/test";
import { expect, expectNoHorizontalScroll, test } from "./harness/test";
import { adminScreen, signIn, uniqueName, waitForResponses } from "./screens/admin";

test.use({ viewport: { width: 390, height: 844 } });

test.beforeEach(({ page, server }) => signIn(page, server));

/** Focuses a button by pressing Tab until it has the focus, and presses Enter. */
async function pressByKeyboard(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).first();
  await expect(button).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await button.evaluate((element) => element === document.activeElement)) {
      await page.keyboard.press("Enter");
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach the button ${name}`);
}

test("a deleted post is brought back from Recent changes, by keyboard", async ({
  page,
  adminApi,
}) => {
  const screen = adminScreen(page);
  const slug = uniqueName("gone");
  await adminApi.save("/api/admin/blog-posts", {
    title: slug,
    slug,
    excerpt: "In short",
    content: "What ants do.",
  });
  await screen.open("posts");
  await screen.button(`Delete ${slug}`).click();
  await screen.alert.getByRole("button", { name: "Delete", exact: true }).click();
  await screen.expectToast("Success");
  expect((await page.request.get(`/blog/${slug}`)).status()).toBe(404);

  await page.goto("/admin?tab=posts&panel=changes");
  const changes = page.getByRole("dialog", { name: "Recent changes" });
  const deleted = changes
    .getByRole("listitem")
    .filter({ hasText: `deleted the blog post “${slug}”` });
  await expect(deleted).toBeVisible();
  await expectNoHorizontalScroll(page, "Recent changes");
  await expect(changes).toBeFocused();
  await pressByKeyboard(page, "Use as new blog post…");
  await expect(screen.dialog).toHaveAccessibleName("Create New Blog Post");
  await expect(screen.dialog.getByRole("textbox", { name: "URL Slug" })).toHaveValue(slug);
  await expect(screen.dialog.getByRole("textbox", { name: "Content", exact: true })).toHaveValue(
    "What ants do.",
  );
  await pressByKeyboard(page, "Create Post");
  await screen.expectToast("Success");
  expect(await (await page.request.get(`/blog/${slug}`)).text()).toContain("What ants do.");
});

test("Undo in the toast takes a save back, and a deletion too", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  const slug = uniqueName("undo");
  const post = { title: slug, slug, excerpt: "The first excerpt", content: "Words" };
  const { id } = await adminApi.save("/api/admin/blog-posts", post);
  await screen.open("posts");
  const card = screen.panel.getByRole("listitem").filter({ hasText: `Slug: ${slug}` });

  await card.getByRole("button", { name: `Edit ${slug}` }).click();
  await screen.dialog.getByRole("textbox", { name: "Excerpt" }).fill("The second excerpt");
  const undo = screen.toast.getByRole("button", { name: "Undo" });
  await screen.dialog.getByRole("button", { name: "Update Post" }).click();
  await expect(undo).toBeVisible();
  await page.keyboard.press("F8");
  await expect(card).toContainText("The second excerpt");
  await pressByKeyboard(page, "Undo");
  await screen.expectToast("Undone");
  await expect(card).toContainText("The first excerpt");

  await card.getByRole("button", { name: `Delete ${slug}` }).click();
  await screen.alert.getByRole("button", { name: "Delete", exact: true }).click();
  await undo.click();
  await screen.expectToast("Undone");
  await expect(card).toContainText("The first excerpt");

  // It is the same post: its URL works, and its history goes on.
  await page.goto(`/admin?tab=posts&post=${id}`);
  await screen.dialog.getByRole("button", { name: "History" }).click();
  const versions = page.getByRole("dialog", { name: "History" }).getByRole("listitem");
  await expect(versions.first()).toContainText("restored the blog post");
  await expect(versions).toHaveCount(5);
});

test("an earlier version is compared and restored across a change of slug", async ({
  page,
  adminApi,
  errorLog,
}) => {
  errorLog.allow(/status of 409/);
  const screen = adminScreen(page);
  const [first, second] = [uniqueName("first"), uniqueName("second")];
  const post = { title: first, slug: first, excerpt: "In short", content: "Ants like shade." };
  const { id } = await adminApi.save("/api/admin/blog-posts", post);
  await adminApi.save("/api/admin/blog-posts", {
    id,
    title: second,
    slug: second,
    content: "Ants like water.",
  });
  await screen.open("posts");
  await screen.button(`Edit ${second}`).click();
  await screen.dialog.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  const versions = history.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText("Current");
  await expect(versions.first().getByRole("button", { name: "Restore" })).toHaveCount(0);
  await versions.first().getByRole("button", { name: "Show Changes" }).click();
  await expect(versions.first().locator("del").filter({ hasText: "shade" })).toBeVisible();
  await expect(versions.first().locator("ins").filter({ hasText: "water" })).toBeVisible();
  await expectNoHorizontalScroll(page, "History");
  await versions.last().getByRole("button", { name: "Restore" }).click();
  await screen.expectToast("Restored");
  await expect(screen.dialog).toHaveCount(0);
  await expect(screen.button(`Edit ${first}`)).toBeVisible();

  expect(await (await page.request.get(`/blog/${first}`)).text()).toContain("Ants like shade.");
  const moved = await page.request.get(`/blog/${second}`, { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers().location).toContain(`/blog/${first}`);

  // The restore is a version itself, and so is what somebody else saves before the next one.
  await screen.button(`Edit ${first}`).click();
  await screen.dialog.getByRole("button", { name: "History" }).click();
  await expect(versions).toHaveCount(3);
  await expect(versions.first()).toContainText("restored the blog post");
  // The list is fetched once more after the restore, and must not show the next version.
  await waitForResponses(page);
  await adminApi.save("/api/admin/blog-posts", { id, excerpt: "Somebody else's" });
  await versions.last().getByRole("button", { name: "Restore" }).click();
  await screen.expectToast("Restore failed", "Somebody else has changed this");
});
