import type { Page } from "@playwright/test";
import type { Account } from "./harness/server";
import {
  accessibilityViolations,
  expect,
  expectNoHorizontalScroll,
  sweep,
  test,
  violationsInBothThemes,
  waitForAnimations,
  waitForHydration,
} from "./harness/test";
import { totpCode } from "./harness/totp";
import { accountScreen } from "./screens/account";
import { adminScreen, endSession, signInAnew, submitLogin, uniqueName } from "./screens/admin";

test.use({ viewport: { width: 390, height: 844 } });

function newAdministrator(name: string): Account {
  return {
    username: uniqueName(name.toLowerCase()),
    fullName: `${uniqueName(name)} Example`,
    role: "admin",
    password: `a passphrase of ${uniqueName(name)}`,
  };
}

/** Adds an authenticator app in the section of that name. Returns its secret. */
async function addApp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Add Authenticator App" }).click();
  const dialog = page.getByRole("dialog", { name: "Add authenticator app" });
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = (await dialog.locator(".font-mono").textContent()) ?? "";
  await dialog.getByLabel("Code").fill(totpCode(secret, Date.now()));
  await dialog.getByRole("button", { name: "Add App" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.locator("ul").getByRole("listitem")).toHaveCount(10);
  await expectNoHorizontalScroll(page);
  await codes.getByRole("button", { name: "I Have Kept Them" }).click();
  return secret;
}

test("an invited person joins, is changed and disabled, and the activity tells it", async ({
  page,
  server,
  newPage,
}) => {
  const ben = uniqueName("ben");
  const [name, newName] = [`Ben ${ben}`, `Benjamin ${ben}`];
  await signInAnew(page, server);
  const screen = adminScreen(page);
  await page.goto("/admin?panel=people");
  const sheet = page.getByRole("dialog", { name: "People", exact: true });
  await sheet.getByRole("button", { name: "Invite Person" }).click();
  const invite = page.getByRole("dialog", { name: "Invite Person" });
  await invite.getByLabel("Full Name").fill(name);
  await invite.getByLabel("Username").fill(ben);
  await invite.getByLabel("Role").selectOption("admin");
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  const shown = page.getByRole("dialog", { name: "Invitation" });
  const link = await shown.getByLabel("Link").inputValue();
  expect(link).toContain("/login#invitation=");
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(sheet.getByRole("list", { name: "Invitations" })).toContainText(name);
  await expectNoHorizontalScroll(page);

  const bens = await newPage();
  await bens.goto(link);
  await expect(bens.getByLabel("Username")).toHaveValue(ben);
  const password = bens.getByLabel("New password");
  await password.fill("a passphrase for ben");
  await expect(password).toHaveAttribute("type", "password");
  await bens.getByRole("button", { name: "Show" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(bens.getByRole("button", { name: "Hide" })).toBeVisible();
  await bens.getByRole("button", { name: "Save Password" }).click();
  await expect(bens.getByRole("button", { name: "Log in" })).toBeVisible();
  await submitLogin(bens, { username: ben, password: "a passphrase for ben" });
  await expect(bens.getByText(`Welcome back, ${name}`)).toBeVisible();
  // The link works once.
  const late = await newPage();
  await late.goto(link);
  await expect(late.getByRole("alert")).toBeVisible();
  await late.context().close();

  await page.reload();
  await expect(sheet.getByRole("list", { name: "People" })).toContainText(name);
  await sheet.getByRole("button", { name: `Edit ${name}` }).click();
  const person = page.getByRole("dialog", { name });
  await person.getByLabel("Full Name").fill(newName);
  await person.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Person updated");
  await sheet.getByRole("button", { name: `Edit ${newName}` }).click();
  const renamed = page.getByRole("dialog", { name: newName });
  await renamed.getByRole("button", { name: "Disable" }).click();
  await screen.alert.getByRole("button", { name: "Disable" }).click();
  await screen.expectToast("Person disabled");
  await renamed.getByRole("button", { name: "Cancel" }).click();
  await expect(sheet.getByRole("listitem").filter({ hasText: newName })).toContainText("Disabled");
  await bens.reload();
  await expect(bens).toHaveURL("/login");
  await bens.context().close();

  await page.goto("/admin?panel=activity");
  const activity = page.getByRole("list", { name: "Activity" });
  for (const event of [
    `e2e-admin Disabled a person: ${ben}`,
    `e2e-admin Changed a person: ${ben}, name`,
    `${ben} Signed in`,
    `e2e-admin Invited a person: ${ben}, admin`,
  ]) {
    await expect(activity.getByText(event)).toBeVisible();
  }
  await expectNoHorizontalScroll(page);
});

test.describe("a rule for everybody", () => {
  test.use({ settings: { apart: "rule" } });

  test("an authenticator app signs in, and a second factor can be required", async ({
    page,
    server,
    newPage,
    errorLog,
  }) => {
    errorLog.allow(/status of (401|409)/);
    const olive = newAdministrator("Olive");
    const dora = newAdministrator("Dora");
    server.addUser(olive);
    server.addUser(dora);
    await signInAnew(page, server, olive);
    const screen = adminScreen(page);
    await page.goto("/admin?panel=people");
    const rule = page.getByRole("switch", { name: "Require a second factor" });
    await rule.click();
    await screen.expectToast("Not changed", /your own account first/);
    await expect(rule).not.toBeChecked();

    await accountScreen(page).open();
    const secret = await addApp(page);
    await expect(accountScreen(page).section("Authenticator app")).toContainText("On");
    await endSession(page, server);
    await page.goto("/login");
    await waitForHydration(page);
    await submitLogin(page, olive);
    // The code of the next half minute: that of this one is used up.
    await page.getByLabel("Authentication code").fill(totpCode(secret, Date.now() + 30_000));
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/admin");
    await page.goto("/admin?panel=people");
    await rule.click();
    await screen.expectToast("Second factor required");
    await expect(rule).toBeChecked();
    await expect(page.getByRole("listitem").filter({ hasText: dora.fullName })).toContainText(
      "No second factor",
    );

    const doras = await newPage();
    await signInAnew(doras, server, dora);
    await doras.goto("/admin");
    const heading = doras.getByRole("heading", { name: "A second factor is required" });
    await expect(heading).toBeVisible();
    await expect(doras.getByRole("tab")).toHaveCount(0);
    expect(await accessibilityViolations(doras)).toEqual([]);
    expect((await doras.request.get("/api/admin/content")).status()).toBe(403);
    await addApp(doras);
    await doras.getByRole("button", { name: "Continue to the Dashboard" }).click();
    await expect(doras.getByText(`Welcome back, ${dora.fullName}`)).toBeVisible();
    await expect(heading).toHaveCount(0);
    await doras.context().close();

    await rule.click();
    await screen.expectToast("Second factor not required any more");
    await expect(rule).not.toBeChecked();
  });
});

test(
  "the sheets of the menu are accessible in both themes",
  sweep,
  async ({ page, server, adminApi }) => {
    await adminApi.save("/api/admin/social-links", { platform: "yelp", url: "https://yelp.com/x" });
    await signInAnew(page, server);
    for (const [panel, content] of [
      ["company&section=business", "Save Business"],
      ["company&section=people", "Add Person"],
      ["company&section=brand", "Forest"],
      ["company&section=texts", "Part of the site"],
      ["changes", server.admin.fullName],
      ["people", "Require a second factor"],
      ["activity", /^Sign-ins, refused calls/],
      ["account", "Active sessions"],
    ] as const) {
      await page.goto(`/admin?panel=${panel}`);
      await expect(page.getByRole("dialog").getByText(content).first()).toBeVisible();
      await waitForAnimations(page);
      expect(await violationsInBothThemes(page), panel).toEqual([]);
    }
  },
);
