import { expect, test } from "./harness/test";
import { adminScreen, signIn, unique } from "./screens/admin";

// Two people edit the same thing; the one at the screen began first and saves last.
const refusal = /Somebody else has changed this since you began/;

test.beforeEach(async ({ page, server, complaints }) => {
  complaints.allow(/status of 409/);
  await signIn(page, server);
});

test("a post that somebody else has saved is not overwritten", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  const slug = unique("crossing");
  const post = { title: slug, slug, excerpt: "Two writers", content: "As it was" };
  const { id } = await adminApi.save("/api/admin/blog-posts", post);
  await screen.open("posts");
  const content = screen.dialog.getByRole("textbox", { name: "Content", exact: true });
  const update = screen.dialog.getByRole("button", { name: "Update Post" });
  await screen.button(`Edit ${slug}`).click();
  await content.fill("Mine");
  await adminApi.save("/api/admin/blog-posts", { id, content: "Theirs" });
  await update.click();
  await screen.says("Error", refusal);
  await expect(content).toHaveValue("Mine");

  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.button(`Edit ${slug}`).click();
  await expect(content).toHaveValue("Theirs");
  await content.fill("Theirs and mine");
  await update.click();
  await screen.says("Success");
});

test("a text edited in its place does not overwrite another's", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  await screen.open();
  await screen.button("Enable Editing").click();
  const edit = screen.button("Edit Features Section Title");
  const editor = screen.panel.getByRole("textbox", { name: "Features Section Title" });
  await edit.click();
  const before = unique("As it was");
  await editor.fill(before);
  await screen.button("Save").click();
  await screen.says("Content updated");

  const items = await (await page.request.get("/api/admin/content")).json();
  const { id } = items.data.find(({ value }: { value: string }) => value === before);
  await edit.click();
  await editor.fill("Mine");
  await adminApi.save("/api/admin/content", { id, value: "Theirs" });
  await screen.button("Save").click();
  await screen.says("Update failed", refusal);
  await expect(editor).toHaveValue("Mine");
  await screen.button("Cancel").click();
  await edit.click();
  await expect(editor).toHaveValue("Theirs");
});

test("a template survives other changes of its service, and overwrites no other template", async ({
  page,
  adminApi,
}) => {
  const screen = adminScreen(page);
  const name = unique("Crossing");
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
    .poll(async () => (await (await page.request.get(`/api/services/${id}`)).json()).data)
    .toMatchObject({
      template: "<p>Mine</p>",
      features: ["Saved while a template is being written"],
    });

  await code.fill("<p>Mine again</p>");
  await adminApi.save("/api/admin/service", { id, template: "<p>Theirs</p>" });
  await save.click();
  await expect(screen.panel.getByRole("alert")).toHaveText(refusal);
  await expect(code).toHaveValue("<p>Mine again</p>");
  const refused = page.waitForResponse((response) => response.status() === 409);
  await save.click();
  await refused;
  await screen.panel.getByRole("combobox").selectOption("Rodent Control");
  await screen.alert.getByRole("button", { name: "Discard Changes" }).click();
  await expect(code).not.toHaveValue("<p>Mine again</p>");
  await expect(screen.panel.getByRole("alert")).toHaveCount(0);
  const stored = await (await page.request.get(`/api/services/${id}`)).json();
  expect(stored.data.template).toBe("<p>Theirs</p>");
});
