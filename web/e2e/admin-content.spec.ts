import { getData } from "./harness/admin-api";
import { respondWith } from "./harness/routes";
import { expect, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
  await adminScreen(page).open();
});

test("a text edited inline is on the public page at once", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.button("About").click();
  // Other tests may have changed the title, so it is found by position.
  const title = screen.panel.getByRole("tabpanel").getByRole("heading").first();
  await title.click();
  await expect(screen.panel.getByRole("textbox")).toHaveCount(0);

  await screen.button("Enable Editing").click();
  await expect(page.getByText("Click on text elements to edit them directly.")).toBeVisible();
  await title.click();
  const editor = screen.panel.getByRole("textbox", { name: "About Title" });
  await expect(editor).toBeFocused();
  const text = uniqueName("People who know this clay");
  await editor.fill(text);
  await screen.button("Save").click();
  await screen.expectToast("Content updated", "Site content has been updated successfully.");
  await expect(editor).toBeHidden();
  await expect(title).toHaveText(text);
  await expect(title.locator("..").getByText("Edited", { exact: true })).toBeVisible();

  await screen.button("Editing Mode On").click();
  await expect(screen.button(/^Edit /)).toHaveCount(0);
  const response = await page.request.get("/about");
  expect(await response.text()).toContain(text);
});

test("the inline editor works with the keyboard", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.button("About").click();
  await screen.button("Enable Editing").click();
  const edit = screen.button("Edit Team Section Title");
  await edit.focus();
  await page.keyboard.press("Enter");
  const editor = screen.panel.getByRole("textbox", { name: "Team Section Title" });
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await page.keyboard.press("Enter");
  await editor.fill("Never kept");
  await page.keyboard.press("Escape");
  await expect(edit).toBeFocused();
  await screen.answerKept("Continue");
  await expect(editor).toHaveValue("Never kept");
  await editor.press("Escape");
  await screen.answerKept("Discard");
  await expect(screen.panel.getByText("Never kept")).toHaveCount(0);

  await edit.press("Enter");
  await editor.fill("The two of us");
  await page.keyboard.press("ControlOrMeta+s");
  await screen.expectToast("Content updated");
  await expect(screen.panel.getByRole("heading", { name: "The two of us" })).toBeVisible();
  await expect(edit).toBeFocused();
});

test("turning editing off closes the editor and keeps its text", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.button("Enable Editing").click();
  await screen.button("Edit Features Section Title").click();
  await screen.panel.getByRole("textbox").fill("Half a thought");
  await screen.button("Editing Mode On").click();
  await expect(screen.panel.getByRole("textbox")).toHaveCount(0);
  await screen.answerKept("Continue");
  await expect(screen.panel.getByRole("textbox")).toHaveValue("Half a thought");
  await screen.button("Editing Mode On").click();
  await expect(screen.panel.getByRole("textbox")).toHaveCount(0);
  await screen.answerKept("Discard");
  await expect(screen.button("Enable Editing")).toBeVisible();
});

test("a failed save keeps the entered text", async ({ page, errorLog }) => {
  errorLog.allow(/ERR_FAILED|status of 500|status of 409/);
  const screen = adminScreen(page);
  await screen.button("Enable Editing").click();
  await screen.button("Edit Hero Subtitle").click();
  const editor = screen.panel.getByRole("textbox", { name: "Hero Subtitle" });
  await editor.fill("Words that must survive");

  await page.route("/api/admin/content", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await screen.button("Save").click();
  await screen.expectToast("Update failed", "An error occurred while updating site content.");
  await expect(editor).toHaveValue("Words that must survive");

  await page.route("/api/admin/content", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 409,
          json: { success: false, message: "Somebody else was quicker." },
        })
      : route.fallback(),
  );
  await screen.button("Save").click();
  await screen.expectToast("Update failed", "Somebody else was quicker.");
  await expect(editor).toHaveValue("Words that must survive");
});

test("success: false with status 200 is a failure", async ({ page }) => {
  const screen = adminScreen(page);
  await page.route("/api/admin/content", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ json: { success: false } })
      : route.fallback(),
  );
  await screen.button("Add New Content").click();
  await screen.dialog.getByLabel("Key").fill("e2e_refused");
  await screen.dialog.getByLabel("Content", { exact: true }).fill("No.");
  await screen.dialog.getByRole("button", { name: "Add Content" }).click();
  await screen.expectToast("Update failed", "An error occurred while updating site content.");
  await expect(screen.dialog.getByLabel("Key")).toHaveValue("e2e_refused");
});

test("content is added and edited in dialogs and listed in the table", async ({ page }) => {
  const screen = adminScreen(page);
  for (const section of ["Blog", "Footer", "General"]) {
    await screen.button(section).click();
    await expect(screen.panel.getByText("No template available for this section.")).toBeVisible();
  }
  await screen.button("Add New Content").last().click();
  await expect(screen.dialog).toHaveAccessibleName("Add New Content");
  await expect(screen.dialog.getByLabel("Section")).toHaveValue("general");
  await expect(screen.dialog.getByLabel("Section").getByRole("option")).toHaveCount(7);
  await expect(screen.dialog.getByLabel("Type", { exact: true }).getByRole("option")).toHaveText([
    "Text",
    "HTML",
    "Image URL",
  ]);
  await screen.dialog.getByRole("button", { name: "Add Content" }).click();
  await expect(screen.dialog.getByLabel("Key")).toBeFocused();
  const key = uniqueName("e2e_note");
  await screen.dialog.getByLabel("Key").fill(key);
  await screen.dialog.getByLabel("Section").selectOption("Footer");
  await screen.dialog.getByLabel("Content", { exact: true }).fill("A word at the bottom");
  await screen.dialog.getByRole("button", { name: "Add Content" }).click();
  await screen.expectToast("Content updated");
  await expect(screen.dialog).toBeHidden();

  await screen.tab("Table View").click();
  await expect(screen.panel.getByRole("columnheader")).toHaveText([
    "Section",
    "Key",
    "Content",
    "Actions",
  ]);
  const row = screen.panel.getByRole("row").filter({ hasText: key });
  await expect(row.getByRole("cell").first()).toHaveText("Footer");
  await row.getByRole("button", { name: `Edit ${key}` }).click();
  await expect(screen.dialog).toHaveAccessibleName("Edit Content");
  await screen.dialog.getByLabel("Content", { exact: true }).fill("Another word");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(row).toContainText("Another word");
  await expect(row.getByRole("button", { name: /^Edit/ })).toBeFocused();
});

test("the empty table shows its message", async ({ page }) => {
  const screen = adminScreen(page);
  await respondWith(page, "/api/admin/content", []);
  await page.reload();
  await screen.tab("Table View").click();
  await expect(
    screen.panel.getByText("No content items found. Add some content to get started."),
  ).toBeVisible();
});

test("a list that fails to load shows the error and can be retried", async ({ page, errorLog }) => {
  errorLog.allow(/status of 500/);
  const screen = adminScreen(page);
  await page.route("/api/admin/content", (route) => route.fulfill({ status: 500, body: "boom" }));
  await page.reload();
  await expect(screen.panel.getByText("500: boom")).toBeVisible();
  await page.unroute("/api/admin/content");
  await screen.button("Try Again").click();
  await expect(screen.tab("Visual Editor")).toBeVisible();
});

test("without stored content the home preview shows the default hero and three features", async ({
  page,
}) => {
  const screen = adminScreen(page);
  await respondWith(page, "/api/admin/content", []);
  await page.reload();
  await expect(screen.panel.getByRole("heading", { name: /^Welcome to / })).toBeVisible();
  await expect(screen.panel.getByText("Schedule Free Estimate")).toBeVisible();
  await expect(screen.panel.getByRole("heading", { name: /^Feature / })).toHaveCount(3);
  await expect(screen.panel.getByText("Default template")).toHaveCount(5);
});

test("a restricted advertising claim shows a note", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.button("Add New Content").click();
  const content = screen.dialog.getByLabel("Content", { exact: true });
  await content.fill("Our sprays are harmless.");
  await expect(screen.dialog.getByText(/“harmless”: Texas rule/)).toBeVisible();
  await content.fill("Our sprays go where the ants are.");
  await expect(screen.dialog.getByText(/Texas rule/)).toHaveCount(0);
});

test("services are requested only while the Services section is selected", async ({ page }) => {
  const screen = adminScreen(page);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.reload();
  await screen.button("Contact").click();
  await expect(screen.panel.getByText("Office Address")).toBeVisible();
  expect(requested).not.toContain("/api/services");
  await screen.button("Services").click();
  await expect(screen.button("Change Image").first()).toBeVisible();
  expect(requested).toContain("/api/services");
});

test("without services there are six placeholder cards", async ({ page }) => {
  const screen = adminScreen(page);
  await respondWith(page, "/api/services", []);
  await screen.button("Services").click();
  await expect(screen.panel.getByRole("heading", { name: /^Service (?!Name)/ })).toHaveCount(6);
});

test("a service with an image is added from the preview", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.button("Services").click();
  await screen.button("Add Service").click();
  await expect(screen.dialog).toHaveAccessibleName("Add Service");
  const name = uniqueName("Fire Ant Control");
  await screen.dialog.getByLabel("Name").fill(name);
  await expect(screen.dialog.getByLabel("Slug")).toHaveValue(/^fire-ant-control-\w+$/);
  await screen.dialog.getByLabel("Short Description").fill("Mounds gone.");
  const description = screen.dialog.getByLabel("Full Description");
  await expect(description).toHaveAccessibleDescription(/<p> for paragraphs/);
  await description.fill("<p onclick='x()'>Mounds, gone.</p>");

  await screen.dialog.getByRole("button", { name: "Change Image" }).click();
  await expect(screen.dialog).toHaveAccessibleName("Service Image");
  await screen.dialog.getByLabel("Image File").setInputFiles({
    name: "ants.png",
    mimeType: "image/png",
    buffer: Buffer.from("ants"),
  });
  await expect(screen.dialog.getByText("Image upload would be implemented here.")).toBeVisible();
  await screen.dialog.getByLabel("Image URL").fill("/art/inspection.svg");
  await screen.dialog.getByRole("button", { name: "Use Image" }).click();
  await screen.expectToast("Image set", "Image URL has been set.");
  await expect(screen.dialog).toHaveAccessibleName("Add Service");
  await expect(screen.dialog.getByLabel("Image URL")).toHaveValue("/art/inspection.svg");
  await expect(screen.dialog.getByLabel("Short Description")).toHaveValue("Mounds gone.");

  await screen.dialog.getByRole("button", { name: "Change Image" }).click();
  await screen.dialog.getByLabel("Image URL").fill("/art/rodent.svg");
  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(screen.dialog.getByLabel("Image URL")).toHaveValue("/art/inspection.svg");

  await screen.dialog.getByRole("button", { name: "Add Service" }).click();
  await screen.expectToast("Service created", "Service has been saved successfully.");
  await screen.expectToast("Removed for safety");
  await expect(screen.dialog).toBeHidden();
  await expect(screen.button("Add Service")).toBeFocused();
  await expect(screen.panel.getByRole("heading", { name })).toBeVisible();
});

test("the service form keeps the features and shows the server's error", async ({
  page,
  errorLog,
}) => {
  errorLog.allow(/status of 409/);
  const screen = adminScreen(page);
  const before = await getData(page.request, "/api/services/rodent-control");
  await screen.button("Services").click();
  await screen.button("Edit Rodent Control").click();
  await screen.dialog.getByLabel("Slug").fill("mosquito-control");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Update failed", /mosquito-control/);
  await screen.dialog.getByLabel("Slug").fill("rodent-control");
  await screen.dialog.getByLabel("Short Description").fill("Mice out, holes closed.");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Service updated", "Service has been saved successfully.");
  const after = await getData(page.request, "/api/services/rodent-control");
  expect(after.shortDescription).toBe("Mice out, holes closed.");
  expect(after.features).toEqual(before.features);
});
