import { holdRequests, respondWith } from "./harness/routes";
import { expect, expectNoHorizontalScroll, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
  await adminScreen(page).open("posts");
});

test("a post is created, edited and deleted", async ({ page }) => {
  const screen = adminScreen(page);
  const [august, september] = [uniqueName("Ants in August"), uniqueName("Ants in September")];
  const path = august.toLowerCase().replaceAll(" ", "-");
  await expect(
    screen.panel.getByText("Create and manage blog posts for your website"),
  ).toBeVisible();
  await screen.button("New Blog Post").click();
  await expect(screen.dialog).toHaveAccessibleName("Create New Blog Post");
  const field = (label: string) => screen.dialog.getByLabel(label, { exact: true });
  const title = screen.dialog.getByRole("textbox", { name: "Title", exact: true });
  const slug = screen.dialog.getByRole("textbox", { name: "URL Slug" });
  const content = screen.dialog.getByRole("textbox", { name: "Content", exact: true });
  await expect(content).toHaveAttribute("rows", "15");
  await title.fill("  Ants & August: what now? ");
  await expect(slug).toHaveValue("ants-august-what-now");
  await slug.fill("my-own");
  await title.fill(august);
  await expect(slug).toHaveValue(path);
  await screen.dialog.getByRole("button", { name: "Create Post" }).click();
  await screen.expectToast("Error", "Please fill in all required fields");

  await screen.dialog.getByRole("textbox", { name: "Excerpt" }).fill("They follow the water.");
  await content.fill("Why now?\n\nBecause it is **dry**.\n\n- shade\n- water");
  const preview = screen.dialog.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("heading", { name: "Why now?" })).toBeVisible();
  await expect(preview.getByRole("listitem")).toHaveText(["shade", "water"]);
  await screen.dialog.getByRole("button", { name: "Create Post" }).click();
  await screen.expectToast("Success");
  await expect(screen.dialog).toBeHidden();
  await expect(screen.button("New Blog Post")).toBeFocused();

  const card = screen.panel.getByRole("listitem").filter({ hasText: august });
  await expect(card).toContainText("They follow the water.");
  await expect(card).toContainText(path);
  await expect(card.getByRole("time")).toHaveText(/^\d+\/\d+\/\d{4}$/);
  expect((await page.request.get(`/blog/${path}`)).status()).toBe(200);

  await card.getByRole("button", { name: `Edit ${august}` }).click();
  await expect(screen.dialog).toHaveAccessibleName("Edit Blog Post");
  await title.fill(september);
  await expect(slug).toHaveValue(path);
  await screen.dialog.getByRole("button", { name: "Update Post" }).click();
  await screen.expectToast("Success");
  const changed = screen.panel.getByRole("listitem").filter({ hasText: september });

  await changed.getByRole("button", { name: `Delete ${september}` }).click();
  await expect(screen.alert).toContainText(
    `Are you sure you want to delete "${september}"? This action cannot be undone.`,
  );
  await screen.alert.getByRole("button", { name: "Cancel" }).click();
  await expect(changed).toBeVisible();
  await changed.getByRole("button", { name: `Delete ${september}` }).click();
  await screen.alert.getByRole("button", { name: "Delete", exact: true }).click();
  await screen.expectToast("Success");
  await expect(changed).toBeHidden();
  await expect(field("Title")).toHaveCount(0);
  // The toast may still be the one of the update.
  const status = async () => (await page.request.get(`/blog/${path}`)).status();
  await expect.poll(status).toBe(404);
});

test("a form cannot be edited while it is saving", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  const slug = uniqueName("saving");
  await adminApi.save("/api/admin/blog-posts", {
    title: slug,
    slug,
    excerpt: "Before",
    content: "Words",
  });
  await page.reload();
  await screen.button(`Edit ${slug}`).click();
  const excerpt = screen.dialog.getByRole("textbox", { name: "Excerpt" });
  await excerpt.fill("Saved");
  const release = await holdRequests(page, "**/api/admin/blog-posts");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(screen.dialog.locator("form")).toHaveAttribute("aria-busy", "true");
  await excerpt.pressSequentially(" and lost");
  await expect(excerpt).toHaveValue("Saved");
  await expect(excerpt).toBeFocused();
  release();
  await screen.expectToast("Success");
});

test("a long word does not widen the list", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  const title = uniqueName("long").repeat(12);
  await adminApi.save("/api/admin/blog-posts", {
    title,
    slug: uniqueName("long"),
    excerpt: `See https://example.org/${"Regulatory".repeat(12)}`,
    content: "Words",
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.reload();
  await expect(screen.button(`Edit ${title}`)).toBeVisible();
  await expectNoHorizontalScroll(page);
});

test("failed saves keep the form, and a failed delete keeps the post", async ({
  page,
  errorLog,
}) => {
  errorLog.allow(/ERR_FAILED|status of 409/);
  const screen = adminScreen(page);
  await screen.button("New Blog Post").click();
  await screen.dialog.getByRole("textbox", { name: "Title", exact: true }).fill("Lost and found");
  await screen.dialog.getByRole("textbox", { name: "Excerpt" }).fill("Kept.");
  await screen.dialog.getByRole("textbox", { name: "Content", exact: true }).fill("Every word.");
  await page.route("/api/admin/blog-posts**", (route) => route.abort());
  await screen.dialog.getByRole("button", { name: "Create Post" }).click();
  await screen.expectToast("Error", "Failed to save blog post");
  await page.unroute("/api/admin/blog-posts**");

  await screen.dialog.getByRole("textbox", { name: "URL Slug" }).fill("termites-silent-destroyers");
  await screen.dialog.getByRole("button", { name: "Create Post" }).click();
  await screen.expectToast("Error", /termites-silent-destroyers/);
  await expect(screen.dialog.getByRole("textbox", { name: "Content", exact: true })).toHaveValue(
    "Every word.",
  );
  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.answerKept("Discard");
  await expect(screen.dialog).toBeHidden();

  await page.route("/api/admin/blog-posts/**", (route) => route.abort());
  await screen
    .button(/^Delete /)
    .first()
    .click();
  await screen.alert.getByRole("button", { name: "Delete", exact: true }).click();
  await screen.expectToast("Error", "Failed to delete blog post");
  await expect(screen.alert).toBeVisible();
});

test("the image preview is hidden when the image fails to load", async ({ page, errorLog }) => {
  errorLog.allow(/status of 404/);
  const screen = adminScreen(page);
  await screen.button("New Blog Post").click();
  const image = screen.dialog.getByLabel("Blog Post Image");
  await image.fill("/art/rodent.svg");
  await expect(screen.dialog.getByRole("img", { name: "Preview" })).toBeVisible();
  await image.fill("/art/no-such-picture.svg");
  await expect(screen.dialog.getByRole("img", { name: "Preview" })).toBeHidden();
});

test("an empty blog offers to create the first post", async ({ page }) => {
  await respondWith(page, "/api/blog-posts?*", []);
  await page.reload();
  const screen = adminScreen(page);
  await expect(screen.panel.getByText("No blog posts yet")).toBeVisible();
  await expect(screen.panel.getByText("Create your first blog post to get started")).toBeVisible();
  await screen.button("Create First Post").click();
  await expect(screen.dialog).toHaveAccessibleName("Create New Blog Post");
});

test("shows a loading state", async ({ page }) => {
  const release = await holdRequests(page, "/api/blog-posts?*");
  await page.reload();
  await expect(page.getByText("Loading blog posts...")).toBeVisible();
  release();
  await expect(page.getByText("Loading blog posts...")).toBeHidden();
});
