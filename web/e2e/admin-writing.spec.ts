import { getData } from "./harness/admin-api";
import { accessibilityViolations, expect, expectNoHorizontalScroll, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

test.describe("what is on every page", () => {
  test.use({ settings: { apart: "company" } });

  test("the company and texts in place are previewed, saved and taken back", async ({
    page,
    server,
    errorLog,
  }) => {
    // Chromium reports each time that this test, not the page, looks into a frame.
    errorLog.allow(/Blocked script execution in 'about:srcdoc'/);
    await signIn(page, server);
    const screen = adminScreen(page);
    const header = page.locator("header").first();
    const before = (await getData(page.request, "/api/admin/company")).name;

    await test.step("the company has a preview", async () => {
      await page.goto("/admin?panel=company&section=business");
      const sheet = page.getByRole("dialog", { name: "Company" });
      await sheet.getByLabel("Name", { exact: false }).first().fill("Bosque Pest");
      await sheet.getByRole("button", { name: /^Changes (at least )?\d+ pages: Home/ }).click();
      const changes = page.getByRole("dialog", { name: "What changes" });
      const after = changes.getByRole("region", { name: "After" }).frameLocator("iframe");
      await expect(after.getByRole("banner")).toContainText("Bosque Pest");
      const old = changes.getByRole("region", { name: "Before" }).frameLocator("iframe");
      await expect(old.getByRole("banner")).toContainText(before);
      await page.keyboard.press("Escape");
      await expect(changes).toBeHidden();

      await sheet.getByRole("button", { name: "Save Business" }).click();
      await screen.expectToast("Company updated");
      await expect(header).toContainText("Bosque Pest");
      await screen.toast.getByRole("button", { name: "Undo" }).click();
      await screen.expectToast("Undone");
      await expect(header).toContainText(before);
      await expect(sheet.getByLabel("Name", { exact: false }).first()).toHaveValue(before);
    });

    await test.step("a text of a fixed page opens that page", async () => {
      await page.goto("/admin?panel=company&section=texts");
      const sheet = page.getByRole("dialog", { name: "Company" });
      await sheet.getByLabel("Part of the site").selectOption("Owners, story and mission");
      await sheet.getByLabel("Mission statement").fill("Dry houses, calm people.");
      await sheet.getByRole("button", { name: "Preview page" }).click();
      const preview = page.getByRole("dialog", { name: "Preview page" });
      await expect(
        preview.frameLocator("iframe").getByText("Dry houses, calm people."),
      ).toBeVisible();
      await page.keyboard.press("Escape");
      await sheet.getByRole("button", { name: "Save Page texts" }).click();
      await screen.expectToast("Company updated");
    });

    await test.step("a text in place has a preview and a history", async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await screen.open();
      await screen.button("Enable Editing").click();
      const box = screen.panel.getByRole("textbox", { name: "Hero Title" });
      for (const text of ["Calm houses", "Calm barns"]) {
        await screen.button("Edit Hero Title").click();
        await box.fill(text);
        await expect(screen.button(/^Changes 1 page: Home/)).toBeVisible();
        await screen.button("Save").click();
        await expect(box).toBeHidden();
      }
      await screen.button("Edit Hero Title").click();
      await box.fill("Calm towns");
      await screen.button("Preview page").click();
      const preview = page.getByRole("dialog", { name: "Preview page" });
      await expect(preview.frameLocator("iframe").getByRole("heading", { level: 1 })).toContainText(
        "Calm towns",
      );
      // The page is as narrow as the frame, with the menu that visitors get.
      const menu = preview.frameLocator("iframe").locator("#main-menu");
      await expect(preview.frameLocator("iframe").getByLabel("Open menu")).toBeVisible();
      await expect(menu).toBeAttached();
      await expect(menu).toBeHidden();
      await page.keyboard.press("Escape");
      await expect(preview).toBeHidden();
      await expect(box).toHaveValue("Calm towns");

      await screen.button("History").click();
      const history = page.getByRole("dialog", { name: "History" });
      const first = history.getByRole("list", { name: "Versions" }).getByRole("listitem").last();
      await first.getByRole("button", { name: "Show Changes" }).click();
      await expect(first.locator("ins")).not.toHaveCount(0);
      await expectNoHorizontalScroll(page, "History");
      await first.getByRole("button", { name: "Restore" }).click();
      await screen.expectToast("Restored");
      await expect(box).toBeHidden();
      await expect(screen.panel).toContainText("Calm houses");
      expect(await (await page.request.get("/")).text()).toContain("Calm houses");
    });
  });
});

test("a table is edited visually, by keyboard too", async ({ page, server, adminApi }) => {
  await signIn(page, server);
  const name = uniqueName("prices");
  const head = '<thead><tr class="text-left"><th scope="col">Pest</th><th>Visits</th></tr></thead>';
  await adminApi.save("/api/admin/service", {
    name,
    slug: name,
    shortDescription: "Short",
    fullDescription: `<table class="w-full">${head}<tbody><tr><td>Ants</td><td>2</td></tr></tbody></table>`,
  });
  const screen = adminScreen(page);
  await screen.open("services");
  const card = screen.panel.getByRole("listitem").filter({ hasText: name });
  await card.getByRole("button", { name: "Edit Service" }).click();
  const description = screen.dialog.getByRole("textbox", { name: "Full Description" });
  await expect(description).toHaveValue(/<table/);
  await screen.dialog.getByRole("button", { name: "Visual", exact: true }).click();
  await expect(description).toHaveAttribute("contenteditable", "true");
  await expect(description).toBeFocused();
  const tools = screen.dialog.getByRole("group", { name: "Table" });

  await description.getByText("Ants").click();
  await expect(tools).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.type("3");
  await tools.getByRole("button", { name: "Add row" }).click();
  await expect(description.getByRole("row")).toHaveCount(3);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Bees");
  expect(await accessibilityViolations(page)).toEqual([]);

  // The tools are part of the toolbar, which the Tab key reaches in one step.
  await tools.getByRole("button", { name: "Add row" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(tools.getByRole("button", { name: "Add column" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(description.getByRole("columnheader")).toHaveCount(3);
  await expect(description).toBeFocused(); // in the next frame
  // The cursor is where it was, so this goes to the new column.
  await page.keyboard.press("Tab");
  await tools.getByRole("button", { name: "Delete column" }).click();
  await expect(description.getByRole("columnheader")).toHaveText(["Pest", "Visits"]);

  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Service updated");
  await expect(screen.dialog).toBeHidden();
  const { fullDescription } = await getData(page.request, `/api/services/${name}`);
  expect(fullDescription).toMatch(/^<table class="w-full"><thead><tr class="text-left"><th/);
  expect(fullDescription).toContain("<td>Bees</td>");
  expect(fullDescription).not.toContain("data-section");

  await card.getByRole("button", { name: "Edit Service" }).click();
  await description.getByText("Bees").click();
  await tools.getByRole("button", { name: "Delete table" }).click();
  await expect(description.getByRole("table")).toHaveCount(0);
  await expect(tools).toBeHidden();
  await screen.dialog.getByRole("button", { name: "Table", exact: true }).click();
  await page.keyboard.type("Pest");
  await expect(description.getByRole("columnheader").first()).toHaveText("Pest");
});
