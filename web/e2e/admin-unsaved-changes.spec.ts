import { expect, test, waitForHydration } from "./harness/test";
import { adminScreen, signIn, submitLogin } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test("leaving a dialog asks once about unsaved changes", async ({ page }) => {
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
    await screen.alert.getByRole("button", { name: "Keep Editing" }).click();
    await expect(screen.dialog.getByLabel("Platform")).toHaveValue("youtube");
    await leave();
    await screen.alert.getByRole("button", { name: "Discard Changes" }).click();
    await expect(screen.dialog).toHaveCount(0);
    await expect(open).toBeFocused();
  }
  await open.click();
  await screen.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(screen.dialog).toHaveCount(0);
  await expect(screen.alert).toHaveCount(0);
});

test("Back and switching tabs ask about unsaved changes", async ({ page }) => {
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

test("Back with unsaved changes leaves the browser's history as it is", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open();
  await screen.tab("Services").click();
  await screen.tab("Business Hours").click();
  await expect(page).toHaveURL("/admin?tab=hours");
  await page.goBack();
  await expect(page).toHaveURL("/admin?tab=services");
  await screen.panel.getByRole("combobox").selectOption("Rodent Control");
  const code = screen.panel.getByRole("textbox", { name: "Template" });
  const saved = await code.inputValue();
  await code.fill("<p>Half done</p>");
  const length = await page.evaluate(() => history.length);

  await page.goBack();
  await screen.alert.getByRole("button", { name: "Keep Editing" }).click();
  await expect(page).toHaveURL("/admin?tab=services");
  await code.fill(saved);
  await page.goForward();
  await expect(screen.tab("Business Hours")).toHaveAttribute("aria-selected", "true");
  await page.goBack();

  await screen.panel.getByRole("combobox").selectOption("Rodent Control");
  await code.fill("<p>Half done</p>");
  await page.goBack();
  await screen.alert.getByRole("button", { name: "Discard Changes" }).click();
  await expect(page).toHaveURL("/admin");
  await expect(screen.tab("Site Content")).toHaveAttribute("aria-selected", "true");
  await page.goForward();
  await expect(screen.tab("Services")).toHaveAttribute("aria-selected", "true");
  expect(await page.evaluate(() => history.length)).toBe(length);
});

test("Back to the login page asks about unsaved changes", async ({ page, server }) => {
  const screen = adminScreen(page);
  await page.goto("/about");
  await page.goto("/login");
  await waitForHydration(page);
  await submitLogin(page, server.admin);
  await screen.button("Add New Content").click();
  await screen.dialog.getByLabel("Key").fill("half_a_thought");
  const dialogOpened = page.waitForEvent("dialog");
  await page.evaluate(() => history.back());
  const prompt = await dialogOpened;
  expect(prompt.type()).toBe("beforeunload");
  await prompt.dismiss();
  await expect(page).toHaveURL("/admin");
  await expect(screen.dialog.getByLabel("Key")).toHaveValue("half_a_thought");
});

test("leaving the page asks about unsaved changes", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("social");
  await screen.button("Add New Link").click();
  await screen.dialog.getByLabel("Platform").fill("youtube");
  const dialogOpened = page.waitForEvent("dialog");
  const left = page.goto("/").catch(() => undefined);
  const prompt = await dialogOpened;
  expect(prompt.type()).toBe("beforeunload");
  await prompt.dismiss();
  await left;
  await expect(screen.dialog.getByLabel("Platform")).toHaveValue("youtube");
});

test("unsaved changes of the company are asked about", async ({ page }) => {
  await page.goto("/admin?panel=company");
  const sheet = page.getByRole("dialog", { name: "Company" });
  await sheet.getByLabel("Tagline").fill("Something else");
  await sheet.getByRole("tab", { name: "People" }).click();
  await expect(adminScreen(page).alert).toBeVisible();
  await adminScreen(page).alert.getByRole("button", { name: /keep/i }).click();
  await expect(sheet.getByLabel("Tagline")).toHaveValue("Something else");
});
