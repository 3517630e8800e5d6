import { expect, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test("a social link is added, shown to the public and deactivated", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("social");
  await screen.button("Add New Link").click();
  await expect(screen.dialog).toHaveAccessibleName("Add New Social Link");
  await expect(screen.dialog.getByRole("switch", { name: "Active" })).toBeChecked();
  await screen.dialog.getByRole("button", { name: "Add Link" }).click();
  await expect(screen.dialog.getByLabel("Platform")).toBeFocused();
  await screen.dialog.getByLabel("Platform").fill("instagram");
  const account = uniqueName("instagram.com/e2e.example");
  // Completed to https://www.… by the form.
  await screen.dialog.getByLabel("URL").fill(`www.${account}`);
  await screen.dialog.getByRole("button", { name: "Add Link" }).click();
  await screen.expectToast("Social link updated", "Social link has been updated successfully.");
  await expect(screen.panel.getByRole("columnheader")).toHaveText([
    "Platform",
    "URL",
    "Status",
    "Actions",
  ]);
  const row = screen.panel.getByRole("row").filter({ hasText: account });
  await expect(row.getByRole("link")).toHaveAttribute("target", "_blank");
  await expect(row.getByRole("link")).toHaveAttribute("href", `https://www.${account}`);
  await expect(row).toContainText("Active");
  await expect(row.locator(".platform-icon")).toBeVisible();
  expect(await (await page.request.get("/contact")).text()).toContain(account);

  await row.getByRole("button", { name: "Edit Instagram" }).click();
  await expect(screen.dialog).toHaveAccessibleName("Edit Social Link");
  await expect(screen.dialog.locator(".platform-icon")).toBeVisible();
  await screen.dialog.getByRole("switch", { name: "Active" }).click();
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(row).toContainText("Inactive");
  await expect(row.getByRole("button", { name: "Edit Instagram" })).toBeFocused();
  expect(await (await page.request.get("/contact")).text()).not.toContain(account);
});

test("a double click adds one link", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("social");
  await screen.button("Add New Link").click();
  const account = uniqueName("youtube.com/e2e.example");
  await screen.dialog.getByLabel("Platform").fill("youtube");
  await screen.dialog.getByLabel("URL").fill(`https://www.${account}`);
  await screen.dialog.getByRole("switch", { name: "Active" }).click();
  await screen.dialog.getByRole("button", { name: "Add Link" }).dblclick();
  await expect(screen.dialog).toHaveCount(0);
  const row = screen.panel.getByRole("row").filter({ hasText: account });
  await expect(row).toHaveCount(1);
  await page.reload();
  await expect(row).toHaveCount(1);
});

test("a refused social link keeps the form open", async ({ page, errorLog }) => {
  errorLog.allow(/status of 400|ERR_FAILED/);
  const screen = adminScreen(page);
  await screen.open("social");
  await screen.button("Add New Link").click();
  await screen.dialog.getByLabel("Platform").fill("myspace");
  await screen.dialog.getByLabel("URL").fill("javascript:alert(1)");
  await screen.dialog.getByRole("button", { name: "Add Link" }).click();
  await screen.expectToast("Update failed", /url/i);
  await page.route("/api/admin/social-links", (route) => route.abort());
  await screen.dialog.getByLabel("URL").fill("https://myspace.example/e2e");
  await screen.dialog.getByRole("button", { name: "Add Link" }).click();
  await screen.expectToast("Update failed", "An error occurred while updating social link.");
  await expect(screen.dialog.getByLabel("URL")).toHaveValue("https://myspace.example/e2e");
});
