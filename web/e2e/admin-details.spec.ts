import { hold } from "./harness/hold";
import { expect, test } from "./harness/test";
import { adminScreen, signIn, unique } from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  await signIn(page, server);
});

test("a social link is added, seen by the public, and switched off", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("social");
  await screen.button("Add New Link").click();
  await expect(screen.dialog).toHaveAccessibleName("Add New Social Link");
  await expect(screen.dialog.getByRole("switch", { name: "Active" })).toBeChecked();
  await screen.dialog.getByRole("button", { name: "Add Link" }).click();
  await expect(screen.dialog.getByLabel("Platform")).toBeFocused();
  await screen.dialog.getByLabel("Platform").fill("instagram");
  const account = unique("instagram.com/e2e.example");
  await screen.dialog.getByLabel("URL").fill(`https://www.${account}`);
  await screen.dialog.getByRole("button", { name: "Add Link" }).click();
  await screen.says("Social link updated", "Social link has been updated successfully.");
  await expect(screen.panel.getByRole("columnheader")).toHaveText([
    "Platform",
    "URL",
    "Status",
    "Actions",
  ]);
  const row = screen.panel.getByRole("row").filter({ hasText: account });
  await expect(row.getByRole("link")).toHaveAttribute("target", "_blank");
  await expect(row).toContainText("Active");
  expect(await (await page.request.get("/contact")).text()).toContain(account);

  await row.getByRole("button", { name: "Edit Instagram" }).click();
  await expect(screen.dialog).toHaveAccessibleName("Edit Social Link");
  await screen.dialog.getByRole("switch", { name: "Active" }).click();
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(row).toContainText("Inactive");
  await expect(row.getByRole("button")).toBeFocused();
  expect(await (await page.request.get("/contact")).text()).not.toContain(account);
});

test("an impatient double click adds one link", async ({ page }) => {
  const screen = adminScreen(page);
  await screen.open("social");
  await screen.button("Add New Link").click();
  const account = unique("youtube.com/e2e.example");
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

test("a social link that is refused keeps its form", async ({ page, complaints }) => {
  complaints.allow(/status of 400|ERR_FAILED/);
  const screen = adminScreen(page);
  await screen.open("social");
  await screen.button("Add New Link").click();
  await screen.dialog.getByLabel("Platform").fill("myspace");
  await screen.dialog.getByLabel("URL").fill("javascript:alert(1)");
  await screen.dialog.getByRole("button", { name: "Add Link" }).click();
  await screen.says("Update failed", /url/i);
  await page.route("/api/admin/social-links", (route) => route.abort());
  await screen.dialog.getByLabel("URL").fill("https://myspace.example/e2e");
  await screen.dialog.getByRole("button", { name: "Add Link" }).click();
  await screen.says("Update failed", "An error occurred while updating social link.");
  await expect(screen.dialog.getByLabel("URL")).toHaveValue("https://myspace.example/e2e");
});

test("business hours are set day by day", async ({ page }) => {
  const screen = adminScreen(page);
  // No day is saved yet, whatever earlier journeys did.
  await page.route("/api/admin/business-hours", (route) =>
    route.fulfill({ json: { success: true, data: [] } }),
  );
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
  await screen.says("Hours updated", "Business hours have been updated successfully.");
  await expect(cells("Tuesday")).toHaveText(["Tuesday", "7:15 AM", "5:00 PM", "Open", ""]);
  expect(await (await page.request.get("/contact")).text()).toContain("7:15 AM");

  await screen.button("Edit Tuesday").click();
  await screen.dialog.getByRole("switch", { name: "Closed on Tuesday" }).click();
  await expect(screen.dialog.getByLabel("Opening Time")).toHaveCount(0);
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(cells("Tuesday")).toHaveText(["Tuesday", "-", "-", "Closed", ""]);
});

test("hours that cannot be saved say so, and the button that they are being saved", async ({
  page,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/);
  const screen = adminScreen(page);
  await screen.open("hours");
  await screen.button("Edit Friday").click();
  // Only now: the list comes from the same address.
  const fail = await hold(page, "/api/admin/business-hours", "lose");
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(screen.dialog.getByRole("button", { name: "Saving..." })).toBeDisabled();
  await expect(screen.dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  fail();
  await screen.says("Update failed", "An error occurred while updating business hours.");
  await expect(screen.dialog).toBeVisible();
});
