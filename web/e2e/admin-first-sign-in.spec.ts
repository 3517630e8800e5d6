import { Server } from "./harness/server";
import { expect, test as shared, waitForHydration } from "./harness/test";
import { accountScreen } from "./screens/account";
import { adminScreen, submitLogin } from "./screens/admin";

const test = shared.extend({
  // The first sign-in of a server happens once.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  server: async ({}, use) => {
    const server = await Server.start({ withoutUsers: true });
    await use(server);
    await server.stop();
  },
});

test("the first sign-in asks for a name and a new password", async ({ page, server, errorLog }) => {
  errorLog.allow(/status of 400/);
  await page.goto("/login");
  await waitForHydration(page);
  await submitLogin(page, { username: "admin", password: server.generatedPassword });
  await expect(page).toHaveURL("/admin");
  const setup = page.getByRole("region", { name: "Make this account yours" });
  await expect(setup).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("tab", { name: "Blog Posts" }).click();
  await expect(page.getByRole("heading", { name: "Blog Management" })).toBeVisible();
  await setup.getByRole("button", { name: "Later" }).click();
  await expect(setup).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect(setup).toHaveCount(0);

  const screen = accountScreen(page);
  await screen.open();
  await screen.section("Name").getByLabel("Full name").fill("Olive Owner");
  await screen.section("Name").getByRole("button", { name: "Save Name" }).click();
  await expect(page.getByText("Welcome back, Olive Owner")).toBeVisible();
  const password = screen.section("Password");
  await password.getByLabel("Current password").fill(server.generatedPassword);
  await password.getByLabel("New password").fill("password1");
  await password.getByRole("button", { name: "Change Password" }).click();
  await expect(password.getByRole("alert")).toContainText("most common");
  await password.getByLabel("New password").fill("a passphrase of my own");
  await password.getByRole("button", { name: "Change Password" }).click();
  await adminScreen(page).expectToast("Password changed");
});
