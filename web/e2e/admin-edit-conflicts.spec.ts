import { type AdminApi, getData } from "./harness/admin-api";
import { expect, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

// In each test the browser opens the record first and saves it last.
const conflict = /Somebody else has changed this since you began/;

test.beforeEach(async ({ page, server, errorLog }) => {
  errorLog.allow(/status of 409/);
  await signIn(page, server);
});

test("a post saved by somebody else is not overwritten", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  const slug = uniqueName("conflict");
  const post = { title: slug, slug, excerpt: "Two writers", content: "As it was" };
  const { id } = await adminApi.save("/api/admin/blog-posts", post);
  await screen.open("posts");
  const content = screen.dialog.getByRole("textbox", { name: "Content", exact: true });
  const update = screen.dialog.getByRole("button", { name: "Update Post" });
  await screen.button(`Edit ${slug}`).click();
  await content.fill("Mine");
  await adminApi.save("/api/admin/blog-posts", { id, content: "Theirs" });
  await update.click();
  await screen.expectToast("Error", conflict);
  await expect(screen.dialog.getByRole("radio", { name: "Keep mine" })).toBeVisible();

  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.answerKept("Discard");
  await screen.button(`Edit ${slug}`).click();
  await expect(content).toHaveValue("Theirs");
  await content.fill("Theirs and mine");
  await update.click();
  await screen.expectToast("Success");
});

test("a content item saved by somebody else is not overwritten", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  await screen.open();
  await screen.button("Enable Editing").click();
  const edit = screen.button("Edit Features Section Title");
  const editor = screen.panel.getByRole("textbox", { name: "Features Section Title" });
  await edit.click();
  const before = uniqueName("As it was");
  await editor.fill(before);
  await screen.button("Save").click();
  await screen.expectToast("Content updated");

  const items = await getData(page.request, "/api/admin/content");
  const { id } = items.find(({ value }: { value: string }) => value === before);
  await edit.click();
  await editor.fill("Mine");
  await adminApi.save("/api/admin/content", { id, value: "Theirs" });
  await screen.button("Save").click();
  await screen.expectToast("Update failed", conflict);
  await expect(screen.panel.getByRole("radio", { name: "Keep mine" })).toBeVisible();
  await screen.button("Cancel").click();
  await screen.answerKept("Discard");
  await edit.click();
  await expect(editor).toHaveValue("Theirs");
});

test("a template conflicts only with a changed template", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  const name = uniqueName("Conflict");
  const { id } = await adminApi.save("/api/admin/service", {
    name,
    slug: name.toLowerCase(),
    shortDescription: "Two editors",
    fullDescription: "<p>At once</p>",
    template: "<p>As it was</p>",
  });
  await screen.open("services");
  await screen.panel.getByRole("combobox").selectOption(name);
  const code = screen.panel.getByRole("textbox", { name: "Template" });
  const save = screen.button("Save Template");
  await code.fill("<p>Mine</p>");

  const card = screen.panel.getByRole("listitem").filter({ hasText: name });
  await card.getByRole("button", { name: "Edit Service" }).click();
  await screen.dialog.getByLabel("Features").fill("Saved while a template is being written");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(screen.dialog).toBeHidden();
  await expect(code).toHaveValue("<p>Mine</p>");
  await save.click();
  await expect
    .poll(() => getData(page.request, `/api/services/${id}`))
    .toMatchObject({
      template: "<p>Mine</p>",
      features: ["Saved while a template is being written"],
    });

  await code.fill("<p>Mine again</p>");
  await adminApi.save("/api/admin/service", { id, template: "<p>Theirs</p>" });
  await save.click();
  await expect(screen.panel.getByRole("alert")).toHaveText(conflict);
  const keep = screen.panel.getByRole("radio", { name: "Keep mine" });
  await expect(keep).toBeVisible();
  await screen.panel.getByRole("combobox").selectOption("Rodent Control");
  await screen.answerKept("Discard");
  await expect(code).not.toHaveValue("<p>Mine again</p>");
  await expect(keep).toHaveCount(0);
  await expect(screen.panel.getByRole("alert")).toHaveCount(0);
  const stored = await getData(page.request, `/api/services/${id}`);
  expect(stored.template).toBe("<p>Theirs</p>");
});

test.describe("a record that somebody deletes meanwhile", () => {
  const refusal = "Somebody has deleted this meanwhile. Save again to create it with your text.";

  test.beforeEach(({ errorLog }) => errorLog.allow(/status of 404/));

  /** Changes a field of the open dialog, deletes the record and tries to save it. */
  async function saveDeleted(
    screen: ReturnType<typeof adminScreen>,
    adminApi: AdminApi,
    { path, field, text, save }: { path: string; field: RegExp; text: string; save: string },
  ): Promise<void> {
    await screen.dialog.getByLabel(field).fill(text);
    await adminApi.delete(path);
    await screen.dialog.getByRole("button", { name: save }).click();
    await expect(screen.dialog.getByRole("alert")).toHaveText(refusal);
  }

  test("a post is created again with what was typed", async ({ page, adminApi }) => {
    const screen = adminScreen(page);
    const slug = uniqueName("deleted");
    const { id } = await adminApi.save("/api/admin/blog-posts", {
      title: slug,
      slug,
      excerpt: "Before",
      content: "Before",
    });
    await screen.open("posts");
    await screen.button(`Edit ${slug}`).click();
    await saveDeleted(screen, adminApi, {
      path: `/api/admin/blog-posts/${id}`,
      field: /^Content/,
      text: "An hour of work.",
      save: "Update Post",
    });
    await screen.expectToast("Error", "There is no such post.");

    // Whoever loses the page at this point finds the text above the posts.
    await expect
      .poll(() => getData(page.request, "/api/admin/working-copies?kind=post"))
      .toContainEqual(expect.objectContaining({ title: slug, deleted: true }));
    await screen.open("posts");
    await screen.panel.getByRole("button", { name: `Continue with ${slug}` }).click();
    await expect(screen.dialog).toHaveAccessibleName("Create New Blog Post");
    await expect(screen.dialog.getByLabel(/^Content/)).toHaveValue("An hour of work.");
    await expect(screen.dialog.getByLabel(/^Excerpt/)).toHaveValue("Before");
    await screen.dialog.getByRole("button", { name: "Create Post" }).click();
    await expect(screen.dialog).toBeHidden();
    expect(await (await page.request.get(`/blog/${slug}`)).text()).toContain("An hour of work.");
    const unfinished = screen.panel.getByRole("button", { name: `Continue with ${slug}` });
    await expect(unfinished).toHaveCount(0);
  });

  test("a service is created again with its template", async ({ page, adminApi }) => {
    const screen = adminScreen(page);
    const slug = uniqueName("gone");
    const { id } = await adminApi.save("/api/admin/service", {
      name: slug,
      slug,
      shortDescription: "Before",
      fullDescription: "<p>Before</p>",
      template: "<p>The template stays.</p>",
    });
    await screen.open("services");
    const card = screen.panel.getByRole("listitem").filter({ hasText: slug });
    await card.getByRole("button", { name: "Edit Service" }).click();
    const text = uniqueName("After");
    await saveDeleted(screen, adminApi, {
      path: `/api/admin/services/${id}`,
      field: /^Short Description/,
      text,
      save: "Save Changes",
    });
    await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(screen.dialog).toBeHidden();
    expect(await (await page.request.get(`/services/${slug}`)).text()).toContain(
      "The template stays.",
    );
    expect(await (await page.request.get("/services")).text()).toContain(text);
  });

  test("a text is saved again", async ({ page, adminApi }) => {
    const screen = adminScreen(page);
    const items = await getData(page.request, "/api/admin/content");
    const old = items.find(({ key }: { key: string }) => key === "feature_section_title");
    const { id } = await adminApi.save("/api/admin/content", {
      id: old?.id,
      key: "feature_section_title",
      section: "home",
      type: "text",
      value: "Before",
    });
    await screen.open();
    await screen.button("Enable Editing").click();
    await screen.button("Edit Features Section Title").click();
    const text = uniqueName("After");
    await screen.panel.getByRole("textbox").fill(text);
    await adminApi.delete(`/api/admin/content/${id}`);
    await screen.button("Save").click();
    await expect(screen.panel.getByText("Somebody has deleted this meanwhile.")).toBeVisible();
    await expect(screen.panel.getByRole("textbox")).toHaveValue(text);
    await screen.button("Save").click();
    await screen.expectToast("Content updated");
    expect(await (await page.request.get("/")).text()).toContain(text);
  });
});
