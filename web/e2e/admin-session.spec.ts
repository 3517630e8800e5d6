import type { Page } from "@playwright/test";
import { hold } from "./harness/hold";
import type { Server } from "./harness/server";
import { expect, hydrated, test } from "./harness/test";
import { addStaff, adminScreen, endSession, signIn } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

/** Changes the hours of a day, and saves them when the session is over. */
async function saveTooLate(page: Page, server: Server, day: string): Promise<void> {
  const screen = adminScreen(page);
  await screen.open("hours");
  await screen.button(`Edit ${day}`).click();
  await screen.dialog.getByLabel("Opening Time").fill("6:45 AM");
  await endSession(page, server);
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
}

test.describe("when the session has expired", () => {
  test.beforeEach(({ complaints }) => complaints.allow(/status of 401/));

  test("a save asks to sign in, in place, and then goes through", async ({ page, server }) => {
    const screen = adminScreen(page);
    await saveTooLate(page, server, "Wednesday");

    await expect(screen.dialog).toHaveAccessibleName("Sign in again");
    await expect(screen.dialog.getByLabel("Username")).toHaveValue(server.admin.username);
    await expect(screen.dialog.getByLabel("Password")).toBeFocused();
    await screen.dialog.getByLabel("Password").fill("not the password");
    await screen.dialog.getByRole("button", { name: "Log in" }).click();
    await screen.says("Login failed", "Invalid username or password");
    await screen.dialog.getByLabel("Password").fill(server.admin.password);
    await screen.dialog.getByRole("button", { name: "Log in" }).click();
    await screen.says("Hours updated");
    await expect(screen.dialog).toHaveCount(0);
    await expect(screen.panel.getByText("6:45 AM")).toBeVisible();
  });

  test("turning the question down keeps what was typed", async ({ page, server }) => {
    const screen = adminScreen(page);
    await saveTooLate(page, server, "Thursday");
    await expect(screen.dialog).toHaveAccessibleName("Sign in again");
    await page.keyboard.press("Escape");
    await screen.says("Update failed");
    await expect(screen.dialog).toHaveAccessibleName("Edit Thursday Hours");
    await expect(screen.dialog.getByLabel("Opening Time")).toHaveValue("6:45 AM");
  });

  test("somebody who may not edit is refused, and nothing is lost", async ({ page, server }) => {
    const staff = addStaff(server);
    const screen = adminScreen(page);
    await saveTooLate(page, server, "Wednesday");
    await expect(screen.dialog).toHaveAccessibleName("Sign in again");
    await screen.dialog.getByLabel("Username").fill(staff.username);
    await screen.dialog.getByLabel("Password").fill(staff.password);
    await screen.dialog.getByRole("button", { name: "Log in" }).click();
    await screen.says(
      "Login failed",
      "This account may not edit the site. Please sign in as an administrator.",
    );
    await screen.dialog.getByLabel("Username").fill(server.admin.username);
    await screen.dialog.getByLabel("Password").fill(server.admin.password);
    await screen.dialog.getByRole("button", { name: "Log in" }).click();
    await screen.says("Hours updated");
    await expect(screen.panel.getByText("6:45 AM")).toBeVisible();
  });

  test("a list asks to sign in and then loads", async ({ page, server }) => {
    const screen = adminScreen(page);
    await screen.open("images");
    // The list asks once the session is over, whatever else notices that first.
    const release = await hold(page, "**/api/admin/business-hours");
    await screen.tab("Business Hours").click();
    await endSession(page, server);
    release();
    await expect(screen.dialog).toHaveAccessibleName("Sign in again");
    await screen.dialog.getByLabel("Password").fill(server.admin.password);
    await screen.dialog.getByRole("button", { name: "Log in" }).click();
    await expect(screen.panel.getByRole("row")).toHaveCount(8);
  });
});

test.describe("what is unsaved", () => {
  test("is asked about when a dialog is left by accident, not by Cancel", async ({ page }) => {
    const screen = adminScreen(page);
    await screen.open("social");
    const open = screen.button("Add New Link");
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => screen.dialog.getByRole("button", { name: "Close" }).click(),
      () => page.mouse.click(5, 5),
    ]) {
      await open.click();
      await screen.dialog.getByLabel("Platform").fill("youtube");
      await leave();
      await screen.alert.getByRole("button", { name: "Keep Editing" }).click();
      await expect(screen.dialog.getByLabel("Platform")).toHaveValue("youtube");
      await leave();
      await screen.alert.getByRole("button", { name: "Discard Changes" }).click();
      await expect(screen.dialog).toHaveCount(0);
      await expect(open).toBeFocused();
    }
    await open.click();
    await screen.dialog.getByLabel("Platform").fill("youtube");
    await screen.dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(screen.dialog).toHaveCount(0);
    await expect(screen.alert).toHaveCount(0);
  });

  test("is asked about when going back or to another tab", async ({ page }) => {
    const screen = adminScreen(page);
    await screen.open();
    await screen.tab("Services").click();
    await screen.panel.getByRole("combobox").selectOption("Rodent Control");
    const code = screen.panel.getByRole("textbox", { name: "Template" });
    await code.fill("<p>Half done</p>");

    await page.goBack();
    await expect(screen.alert).toBeVisible();
    await expect(page).toHaveURL("/admin?tab=services");
    await screen.alert.getByRole("button", { name: "Keep Editing" }).click();
    await expect(code).toHaveValue("<p>Half done</p>");

    await screen.tab("Images").click();
    await screen.alert.getByRole("button", { name: "Discard Changes" }).click();
    await expect(page).toHaveURL("/admin?tab=images");
    await expect(screen.panel.getByRole("heading", { name: "Image Manager" })).toBeVisible();
  });

  test("is asked about when going back past the login", async ({ page, server }) => {
    const screen = adminScreen(page);
    await page.goto("/about");
    await page.goto("/login");
    await hydrated(page);
    await page.getByLabel("Username").fill(server.admin.username);
    await page.getByLabel("Password").fill(server.admin.password);
    await page.getByRole("button", { name: "Log in" }).click();
    await screen.button("Add New Content").click();
    await screen.dialog.getByLabel("Key").fill("half_a_thought");
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => history.back());
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await expect(page).toHaveURL("/admin");
    await expect(screen.dialog.getByLabel("Key")).toHaveValue("half_a_thought");
  });

  test("is asked about by the browser when the page is left", async ({ page }) => {
    const screen = adminScreen(page);
    await screen.open("social");
    await screen.button("Add New Link").click();
    await screen.dialog.getByLabel("Platform").fill("youtube");
    const asked = page.waitForEvent("dialog");
    const left = page.goto("/").catch(() => undefined);
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await left;
    await expect(screen.dialog.getByLabel("Platform")).toHaveValue("youtube");
  });
});

test("Ctrl+S saves the open form", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("hours");
  await screen.button("Edit Saturday").click();
  await screen.dialog.getByLabel("Closing Time").fill("1:30 PM");
  await page.keyboard.press("ControlOrMeta+s");
  await screen.says("Hours updated");
  await expect(screen.panel.getByText("1:30 PM")).toBeVisible();
});

for (const [part, code, open] of [
  ["the messages", "messages-sheet", "Messages"],
  ["the uploader", "uploader", "Upload Images"],
] as const) {
  test(`when the code of ${part} does not come, everything else stays`, async ({
    page,
    server,
    complaints,
  }) => {
    complaints.allow(/ERR_FAILED|Failed to fetch dynamically imported module/);
    await signIn(page, server);
    const screen = adminScreen(page);
    await page.route(`**/assets/${code}-*.js`, (route) => route.abort());
    await screen.open("images");
    await page.getByRole("button", { name: open }).click();
    await expect(screen.dialog).toContainText("This part could not be loaded.");
    await page.keyboard.press("Escape");
    await expect(screen.dialog).toBeHidden();
    await expect(screen.logout).toBeVisible();
  });
}
