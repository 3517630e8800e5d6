import { getData } from "./harness/admin-api";
import { expect, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

// In each test the browser opens a record first and saves it last, on a phone.
test.use({ viewport: { width: 390, height: 844 } });

test.beforeEach(async ({ page, server, errorLog }) => {
  errorLog.allow(/status of 409|status of 400|Failed to load resource/);
  await signIn(page, server);
});

const paragraphs = Array.from(
  { length: 12 },
  (_, i) => `Paragraph ${i} is about what termites do in month ${i} of the year.`,
);

function articleWith(changes: Record<number, string>): string {
  return paragraphs.map((paragraph, i) => changes[i] ?? paragraph).join("\n\n");
}

test("two people change a long article and merge it by keyboard", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  const slug = uniqueName("merge");
  const { id } = await adminApi.save("/api/admin/blog-posts", {
    title: slug,
    slug,
    excerpt: "Two writers",
    content: articleWith({}),
  });
  await screen.open("posts");
  await screen.button(`Edit ${slug}`).click();
  const field = (name: string) => screen.dialog.getByRole("textbox", { name, exact: true });
  await field("Content").fill(articleWith({ 2: "My second paragraph." }));
  await field("Title").fill(`${slug} by me`);
  await field("Excerpt").fill("One of us");
  await adminApi.save("/api/admin/blog-posts", {
    id,
    excerpt: "Both of us",
    content: articleWith({ 9: "Their ninth paragraph." }),
    imageUrl: "/art/rodent.svg",
  });
  await field("Excerpt").press("Control+s");
  await screen.expectToast("Error", /Somebody else has changed this/);

  // The heading has the focus; nothing but the changed fields is asked for.
  await expect(
    screen.dialog.getByRole("heading", { name: "Somebody else saved this first" }),
  ).toBeFocused();
  const group = (name: string) => screen.dialog.getByRole("group", { name });
  const choice = (field: string, name: string) => group(field).getByRole("radio", { name });
  await expect(screen.dialog.getByRole("group")).toHaveCount(3);
  await expect(choice("Blog Post Image", "Take theirs")).toBeChecked();
  await expect(choice("Content", "Combine both")).toBeChecked();
  // Word by word: the removed words stand between the added ones.
  const added = group("Content").locator("div[id]").first().getByRole("insertion");
  await expect(added).toHaveText([
    "+My",
    "+second",
    "+paragraph",
    "+Their",
    "+ninth",
    "+paragraph",
  ]);
  await expect(choice("Excerpt", "Keep mine")).not.toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );

  // Without a choice for the excerpt it does not go on, and says where.
  const update = screen.dialog.getByRole("button", { name: "Update Post" });
  await update.press("Enter");
  await expect(choice("Excerpt", "Keep mine")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(choice("Excerpt", "Keep mine")).toBeChecked();
  await update.press("Enter");
  await screen.expectToast("Success");
  await expect(screen.dialog).toBeHidden();
  const [stored] = await getData(page.request, `/api/blog-posts?slug=${slug}`);
  expect(stored).toMatchObject({
    title: `${slug} by me`,
    excerpt: "One of us",
    imageUrl: "/art/rodent.svg",
    content: articleWith({ 2: "My second paragraph.", 9: "Their ninth paragraph." }),
  });
});

test("two people change a default text, hours and the company", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  await test.step("a default text that both store for the first time", async () => {
    const key = "contact_subtitle";
    const items = await getData(page.request, "/api/admin/content");
    const stored = items.find((item: { key: string }) => item.key === key);
    if (stored) await adminApi.delete(`/api/admin/content/${stored.id}`);
    await screen.open();
    await screen.button("Contact").click();
    await screen.button("Enable Editing").click();
    await screen.button("Edit Contact Subtitle").click();
    const editor = screen.panel.getByRole("textbox", { name: "Contact Subtitle" });
    await editor.fill("Mine");
    await adminApi.saveContent({ key, section: "contact", type: "text", value: "Theirs" });
    await screen.button("Save").click();
    await screen.expectToast("Update failed", /Somebody else/);
    await screen.panel.getByRole("radio", { name: "Keep mine" }).check();
    await screen.button("Continue Editing").click();
    await expect(editor).toHaveValue("Mine");
    await editor.fill("Mine, after theirs");
    await screen.button("Save").click();
    await screen.expectToast("Content updated");
    await expect
      .poll(() => getData(page.request, "/api/admin/content"))
      .toContainEqual(expect.objectContaining({ key, value: "Mine, after theirs" }));
  });

  await test.step("the hours of a day", async () => {
    await screen.open("hours");
    await screen.button("Edit Thursday").click();
    const closing = screen.dialog.getByLabel("Closing Time");
    await closing.fill("7:00 PM");
    await adminApi.save("/api/admin/business-hours", {
      day: "thursday",
      openTime: "6:00 AM",
      closeTime: "6:00 PM",
      isClosed: false,
    });
    await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
    await screen.expectToast("Update failed", /Somebody else/);
    const group = (name: string) => screen.dialog.getByRole("group", { name });
    await expect(group("Opening Time").getByRole("radio", { name: "Take theirs" })).toBeChecked();
    await group("Closing Time").getByRole("radio", { name: "Keep mine" }).check();
    await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
    await screen.expectToast("Hours updated");
    const days = await getData(page.request, "/api/admin/business-hours");
    expect(days).toContainEqual(
      expect.objectContaining({ day: "thursday", openTime: "6:00 AM", closeTime: "7:00 PM" }),
    );
  });

  await test.step("another section of the company asks nothing", async () => {
    const { tagline: usual, brand } = await getData(page.request, "/api/admin/company");
    await page.goto("/admin?panel=company");
    const tagline = page.getByRole("textbox", { name: "Tagline" });
    await tagline.fill("Mine alone");
    await adminApi.save("/api/admin/company", { brand: { main: "#225577", accent: "#b0461d" } });
    await page.getByRole("button", { name: "Save Business" }).click();
    await screen.expectToast("Company updated");
    const company = await getData(page.request, "/api/admin/company");
    expect(company).toMatchObject({ tagline: "Mine alone", brand: { main: "#225577" } });
    // Other tests of this worker expect the usual colors.
    await adminApi.save("/api/admin/company", { tagline: usual, brand });
  });
});

test("a create whose answer was lost can be repeated", async ({ page }) => {
  const screen = adminScreen(page);
  const slug = uniqueName("lost");
  await screen.open("posts");
  await screen.button("New Blog Post").click();
  const field = (name: string) => screen.dialog.getByRole("textbox", { name, exact: true });
  await field("Title").fill(slug);
  await field("Excerpt").fill("Sent twice");
  await field("Content").fill("Stored once.");
  // The server stores the post, but its answer does not arrive.
  await page.route("**/api/admin/blog-posts", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  const create = screen.dialog.getByRole("button", { name: "Create Post" });
  await create.click();
  await screen.expectToast("Error", "Failed to save blog post");
  await page.unroute("**/api/admin/blog-posts");
  await create.click();
  await screen.expectToast("Success", "Blog post created successfully");
  await expect(screen.dialog).toBeHidden();
  const found = await getData(page.request, `/api/blog-posts?search=${slug}`);
  expect(found).toHaveLength(1);
});

test("a refused field is marked and focused", async ({ page, adminApi }) => {
  const screen = adminScreen(page);
  const slug = uniqueName("taken");
  await adminApi.save("/api/admin/blog-posts", { title: slug, slug, excerpt: "a", content: "b" });
  await page.setViewportSize({ width: 390, height: 844 });
  await screen.open();
  await screen.button("Services").click();
  await screen.button("Add Service").click();
  await screen.dialog.getByRole("button", { name: "Change Image" }).click();
  await screen.dialog.getByLabel("Image URL").fill("/art/termite.svg");
  await screen.dialog.getByRole("button", { name: "Use Image" }).click();
  await screen.expectToast("Image set");
  await test.step("by the browser", async () => {
    await screen.dialog.getByRole("button", { name: "Add Service" }).click();
    const name = screen.dialog.getByRole("textbox", { name: "Name", exact: true });
    await expect(name).toBeFocused();
    for (const label of ["Name", "Slug", "Short Description", "Full Description"]) {
      const field = screen.dialog.getByRole("textbox", { name: label, exact: true });
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(/Is required/);
    }
    // The name also fills in the slug.
    await name.fill("Ants");
    await expect(screen.dialog.locator("[aria-invalid=true]")).toHaveCount(2);
  });
  await screen.open("posts");
  await screen.button("New Blog Post").click();
  const field = (name: string) => screen.dialog.getByRole("textbox", { name, exact: true });
  const create = screen.dialog.getByRole("button", { name: "Create Post" });

  await test.step("by the form", async () => {
    await field("Title").fill(slug);
    await create.click();
    await screen.expectToast("Error", "Please fill in all required fields");
    await expect(field("Excerpt")).toBeFocused();
    await expect(field("Excerpt")).toHaveAttribute("aria-invalid", "true");
    await expect(field("Excerpt")).toHaveAccessibleDescription(/Is required/);
    await expect(field("Content")).toHaveAttribute("aria-invalid", "true");
    await expect(field("Title")).not.toHaveAttribute("aria-invalid");
  });
  await test.step("by the server", async () => {
    await field("Excerpt").fill("a");
    await field("Content").fill("b");
    await expect(field("Excerpt")).not.toHaveAttribute("aria-invalid");
    await create.click();
    await screen.expectToast("Error", "already in use");
    await expect(field("URL Slug")).toBeFocused();
    await expect(field("URL Slug")).toHaveAccessibleDescription(/already in use/);
  });
});
