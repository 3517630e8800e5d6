import { getData } from "./harness/admin-api";
import type { Account } from "./harness/server";
import { expect, test } from "./harness/test";
import { addUser, adminScreen, signIn, uniqueName } from "./screens/admin";

/** Who types in these tests: nobody else's unfinished forms are offered. */
let user: Account | undefined;

test.beforeEach(async ({ page, server }) => {
  user ??= addUser(server, "admin");
  await signIn(page, server, user);
});

test("every way out of a dialog closes it at once and keeps what was typed", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("social");
  const open = screen.button("Add New Link");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => screen.dialog.getByRole("button", { name: "Close" }).click(),
    () => page.mouse.click(5, 5),
    () => screen.dialog.getByRole("button", { name: "Cancel" }).click(),
  ]) {
    await open.click();
    await screen.dialog.getByLabel("Platform").fill("youtube");
    await leave();
    await expect(screen.dialog).toHaveCount(0);
    await expect(open).toBeFocused();
    await screen.answerKept("Continue");
    await expect(screen.dialog.getByLabel("Platform")).toHaveValue("youtube");
    await screen.dialog.getByRole("button", { name: "Cancel" }).click();
    await screen.answerKept("Discard");
  }
  await open.click();
  await screen.dialog.getByLabel("Platform").waitFor();
  await expect(screen.dialog.getByRole("button", { name: /^Continue/ })).toHaveCount(0);
  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(screen.dialog).toHaveCount(0);
  await expect(screen.toast).toHaveCount(0);
});

test("Back and switching tabs leave at once, and Continue returns to the form", async ({
  page,
}) => {
  const screen = adminScreen(page);
  await screen.open();
  await screen.tab("Services").click();
  const chooser = screen.panel.getByRole("combobox");
  await chooser.selectOption("Rodent Control");
  const code = screen.panel.getByRole("textbox", { name: "Template" });
  await code.fill("<p>Half done</p>");

  await page.goBack();
  await expect(page).toHaveURL("/admin");
  await screen.answerKept("Continue");
  await expect(page).toHaveURL("/admin?tab=services");
  await expect(chooser.locator("option:checked")).toHaveText("Rodent Control");
  await expect(code).toHaveValue("<p>Half done</p>");

  await screen.tab("Images").click();
  await expect(page).toHaveURL("/admin?tab=images");
  await expect(screen.panel.getByRole("heading", { name: "Image Manager" })).toBeVisible();
  await screen.answerKept("Discard");
  await screen.tab("Services").click();
  await chooser.selectOption("Rodent Control");
  await expect(code).not.toHaveValue("<p>Half done</p>");
});

test("closing a sheet, another section and logging out ask nothing", async ({
  page,
  server,
  errorLog,
}) => {
  errorLog.allow(/status of 401/);
  const screen = adminScreen(page);
  await page.goto("/admin?panel=company");
  const sheet = page.getByRole("dialog", { name: "Company" });
  const tagline = sheet.getByLabel("Tagline");
  const typed = uniqueName("Something else");
  await tagline.fill(typed);
  await sheet.getByRole("tab", { name: "People" }).click();
  await screen.answerKept("Continue");
  await expect(tagline).toHaveValue(typed);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await screen.answerKept("Continue");
  await expect(tagline).toHaveValue(typed);
  await page.keyboard.press("Escape");

  await screen.logout.click();
  await expect(page).toHaveURL("/");
  await signIn(page, server, user);
  const copies = await getData(page.request, "/api/admin/working-copies?kind=company");
  expect(copies).toMatchObject([{ id: expect.stringMatching(/^business~/) }]);
  await page.goto("/admin?panel=company");
  await sheet.getByRole("button", { name: /^Continue where you left off/ }).click();
  await expect(tagline).toHaveValue(typed);
  await page.keyboard.press("Escape");
  await screen.answerKept("Discard");
});

test("leaving the page asks nothing, and the form offers what was typed", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("social");
  await screen.button("Add New Link").click();
  await screen.dialog.getByLabel("Platform").fill("youtube");
  await screen.dialog.getByText(/^Draft saved/).waitFor();
  // A question of the browser would keep the page from being left.
  await page.goto("/");
  await screen.open("social");
  await screen.button("Add New Link").click();
  await screen.dialog.getByRole("button", { name: /^Continue where you left off/ }).click();
  await expect(screen.dialog.getByLabel("Platform")).toHaveValue("youtube");
  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await screen.answerKept("Discard");
});

test("a change can be taken back after its toast has gone", async ({ page, adminApi }) => {
  const slug = uniqueName("undone");
  const { id } = await adminApi.save("/api/admin/blog-posts", {
    title: slug,
    slug,
    excerpt: "Before",
    content: "Text",
  });
  const screen = adminScreen(page);
  await screen.open("posts");
  await screen.button(`Edit ${slug}`).click();
  await screen.dialog.getByRole("textbox", { name: "Excerpt" }).fill("After");
  await screen.dialog.getByRole("button", { name: "Update Post" }).click();
  await screen.toast.getByRole("button", { name: "Close" }).click();
  const line = page.getByRole("main").getByText("Saved ·");
  await expect(line).toBeVisible();
  await line.getByRole("button", { name: "Undo" }).click();
  await screen.expectToast("Undone");
  await expect(line).toHaveCount(0);
  const [post] = await getData(page.request, `/api/blog-posts?id=${id}`);
  expect(post.excerpt).toBe("Before");
});

for (const width of [390, 1280]) {
  test(`the line that takes a change back covers nothing at the end of the page, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const screen = adminScreen(page);
    await screen.open("hours");
    await screen.button("Edit Sunday").click();
    await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
    await screen.toast.getByRole("button", { name: "Close" }).click();
    const line = page.getByRole("main").getByText("Saved ·");
    await expect(line).toBeInViewport({ ratio: 1 });
    // The page may still grow, so the end is looked for each time.
    const coveredAtEnd = (element: Element) => {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
      const box = element.getBoundingClientRect();
      const others = document.querySelectorAll("main :is(h2, h3, p, td, button, a), footer *");
      return [...others]
        .filter((other) => !element.contains(other) && !other.contains(element))
        .filter((other) => {
          const { top, right, bottom, left, width, height } = other.getBoundingClientRect();
          const beside =
            left >= box.right || right <= box.left || top >= box.bottom || bottom <= box.top;
          return width * height > 0 && !beside;
        })
        .map((other) => other.outerHTML);
    };
    await expect.poll(() => line.evaluate(coveredAtEnd)).toEqual([]);
  });
}
