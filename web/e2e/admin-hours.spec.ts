import { holdRequests, respondWith } from "./harness/routes";
import { expect, test } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test("the hours of a day are set and cleared", async ({ page }) => {
  const screen = adminScreen(page);
  // Other tests save hours, but not those of Tuesday. This one starts without any.
  await respondWith(page, "/api/admin/business-hours", []);
  await screen.open("hours");
  await expect(screen.panel.getByRole("columnheader")).toHaveText([
    "Day",
    "Open Time",
    "Close Time",
    "Status",
    "Actions",
  ]);
  await expect(screen.panel.getByRole("row")).toHaveCount(8);
  const cells = (day: string) =>
    screen.panel.getByRole("row").filter({ hasText: day }).getByRole("cell");
  await expect(cells("Tuesday").nth(1)).toHaveText("Not set");

  await screen.button("Edit Tuesday").click();
  await expect(screen.dialog).toHaveAccessibleName("Edit Tuesday Hours");
  await expect(screen.dialog).toHaveAccessibleDescription("Update your business hours for Tuesday");
  await expect(screen.dialog.getByLabel("Opening Time")).toHaveValue("9:00 AM");
  await expect(screen.dialog.getByLabel("Closing Time")).toHaveValue("5:00 PM");
  await expect(
    screen.dialog.getByText("Until you save, the site shows 8:00 AM to 5:00 PM."),
  ).toBeVisible();
  await page.unroute("/api/admin/business-hours");
  await screen.dialog.getByLabel("Opening Time").fill("");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(screen.dialog.getByLabel("Opening Time")).toBeFocused();
  await screen.dialog.getByLabel("Opening Time").fill("7:15 AM");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Hours updated", "Business hours have been updated successfully.");
  await expect(cells("Tuesday")).toHaveText(["Tuesday", "7:15 AM", "5:00 PM", "Open", ""]);
  expect(await (await page.request.get("/contact")).text()).toContain("7:15 AM");

  await screen.button("Edit Tuesday").click();
  await screen.dialog.getByRole("switch", { name: "Closed on Tuesday" }).click();
  await expect(screen.dialog.getByLabel("Opening Time")).toHaveCount(0);
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(cells("Tuesday")).toHaveText(["Tuesday", "-", "-", "Closed", ""]);
});

test("saving shows a pending state, and a failure keeps the dialog", async ({ page, errorLog }) => {
  errorLog.allow(/ERR_FAILED/);
  const screen = adminScreen(page);
  await screen.open("hours");
  await screen.button("Edit Friday").click();
  // Set up after the list has loaded, because it has the same URL.
  const fail = await holdRequests(page, "/api/admin/business-hours", "abort");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(screen.dialog.getByRole("button", { name: "Saving..." })).toBeDisabled();
  await expect(screen.dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  fail();
  await screen.expectToast("Update failed", "An error occurred while updating business hours.");
  await expect(screen.dialog).toBeVisible();
});

test("Ctrl+S saves the open form", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("hours");
  await screen.button("Edit Saturday").click();
  await screen.dialog.getByLabel("Closing Time").fill("1:30 PM");
  await page.keyboard.press("ControlOrMeta+s");
  await screen.expectToast("Hours updated");
  await expect(screen.panel.getByText("1:30 PM")).toBeVisible();
});
