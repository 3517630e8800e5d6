import type { Page } from "@playwright/test";
import { holdRequests } from "./harness/routes";
import type { Server } from "./harness/server";
import { expect, test, waitForIdle } from "./harness/test";
import {
  addUser,
  adminScreen,
  endSession,
  signIn,
  submitLogin,
  waitForResponses,
} from "./screens/admin";

test.beforeEach(async ({ page, server }) => {
  // The stream would notice within twenty seconds that the session has ended, before a slow test does.
  await holdRequests(page, "**/api/admin/chat/events*");
  await signIn(page, server);
});

/** Edits the hours of a day and saves them after the session has ended. */
async function saveAfterSessionEnd(page: Page, server: Server, day: string): Promise<void> {
  const screen = adminScreen(page);
  await screen.open("hours");
  await screen.button(`Edit ${day}`).click();
  await screen.dialog.getByLabel("Opening Time").fill("6:45 AM");
  await waitForResponses(page);
  // The save is on its way before the session ends, so that nothing else notices it first.
  const release = await holdRequests(page, "**/api/admin/business-hours");
  const save = page.waitForRequest(
    (request) => request.method() === "POST" && request.url().endsWith("/business-hours"),
  );
  await screen.dialog.getByRole("button", { name: "Save Changes" }).click();
  await save;
  await endSession(page, server);
  release();
}

test.describe("when the session has expired", () => {
  test.beforeEach(({ errorLog }) => errorLog.allow(/status of 401/));

  test("a save asks to sign in again and then succeeds", async ({ page, server }) => {
    const screen = adminScreen(page);
    await saveAfterSessionEnd(page, server, "Wednesday");

    await expect(screen.dialog).toHaveAccessibleName("Sign in again");
    await expect(screen.dialog.getByLabel("Username")).toHaveValue(server.admin.username);
    await expect(screen.dialog.getByLabel("Password")).toBeFocused();
    await submitLogin(screen.dialog, { password: "not the password" });
    await screen.expectToast("Login failed", "Invalid username or password");
    await submitLogin(screen.dialog, { password: server.admin.password });
    await screen.expectToast("Hours updated");
    await expect(screen.dialog).toHaveCount(0);
    await expect(screen.panel.getByText("6:45 AM")).toBeVisible();
  });

  test("cancelling the sign-in keeps the form", async ({ page, server }) => {
    const screen = adminScreen(page);
    await saveAfterSessionEnd(page, server, "Thursday");
    await expect(screen.dialog).toHaveAccessibleName("Sign in again");
    await expect(screen.dialog.getByLabel("Password")).toBeFocused();
    await waitForIdle(page); // Radix listens for Escape some time after that
    await page.keyboard.press("Escape");
    await screen.expectToast("Update failed");
    await expect(screen.dialog).toHaveAccessibleName("Edit Thursday Hours");
    await expect(screen.dialog.getByLabel("Opening Time")).toHaveValue("6:45 AM");
  });

  test("signing in as staff is refused and keeps the form", async ({ page, server, errorLog }) => {
    // Calls in the background are refused too.
    errorLog.allow(/status of 403/);
    const staff = addUser(server, "staff");
    const screen = adminScreen(page);
    await saveAfterSessionEnd(page, server, "Wednesday");
    await expect(screen.dialog).toHaveAccessibleName("Sign in again");
    await submitLogin(screen.dialog, staff);
    await screen.expectToast(
      "Login failed",
      "This account may not edit the site. Please sign in as an administrator.",
    );
    await submitLogin(screen.dialog, server.admin);
    await screen.expectToast("Hours updated");
    await expect(screen.panel.getByText("6:45 AM")).toBeVisible();
  });

  test("a list asks to sign in again and then loads", async ({ page, server }) => {
    const screen = adminScreen(page);
    await screen.open("images");
    // The request for the list is held until the session has ended.
    const release = await holdRequests(page, "**/api/admin/business-hours");
    await screen.tab("Business Hours").click();
    await endSession(page, server);
    release();
    await expect(screen.dialog).toHaveAccessibleName("Sign in again");
    await submitLogin(screen.dialog, { password: server.admin.password });
    await expect(screen.panel.getByRole("row")).toHaveCount(8);
  });
});
