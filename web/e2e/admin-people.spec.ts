import { type Browser, expect, type Page } from "@playwright/test";
import { type Account, Server } from "./harness/server";
import {
  accessibilityViolations,
  expectNoHorizontalScroll,
  test as shared,
  waitForAnimations,
  waitForHydration,
} from "./harness/test";
import { totpCode } from "./harness/totp";
import { accountScreen } from "./screens/account";
import { adminScreen, endSession, signIn, submitLogin, uniqueName } from "./screens/admin";
import { themes } from "./screens/site";

// The rule about second factors concerns everybody, so these tests have a server of their own.
const test = shared.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
});

test.use({ viewport: { width: 390, height: 844 } });

/** A page of somebody else's browser. */
async function otherBrowser(browser: Browser, server: Server): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin, reducedMotion: "reduce" });
  return context.newPage();
}

function newAdministrator(name: string): Account {
  return {
    username: uniqueName(name.toLowerCase()),
    fullName: `${name} Example`,
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
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expectNoHorizontalScroll(page);
  await codes.getByRole("button", { name: "I Have Kept Them" }).click();
  return secret;
}

test("an invited person joins, is changed and disabled, and the activity tells it", async ({
  page,
  server,
  browser,
}) => {
  await signIn(page, server);
  const screen = adminScreen(page);
  await page.goto("/admin?panel=people");
  const sheet = page.getByRole("dialog", { name: "People", exact: true });
  await sheet.getByRole("button", { name: "Invite Person" }).click();
  const invite = page.getByRole("dialog", { name: "Invite Person" });
  await invite.getByLabel("Full Name").fill("Ben Baker");
  await invite.getByLabel("Username").fill("ben");
  await invite.getByLabel("Role").selectOption("admin");
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  const shown = page.getByRole("dialog", { name: "Invitation" });
  const link = await shown.getByLabel("Link").inputValue();
  expect(link).toContain("/login#invitation=");
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(sheet.getByRole("list", { name: "Invitations" })).toContainText("Ben Baker");
  await expectNoHorizontalScroll(page);

  const bens = await otherBrowser(browser, server);
  await bens.goto(link);
  await expect(bens.getByLabel("Username")).toHaveValue("ben");
  await bens.getByLabel("New password").fill("a passphrase for ben");
  await bens.getByLabel("Repeat the password").fill("another one by mistake");
  await bens.getByRole("button", { name: "Save Password" }).click();
  await expect(bens.getByText("The two passwords are different")).toBeVisible();
  await bens.getByLabel("Repeat the password").fill("a passphrase for ben");
  await bens.getByRole("button", { name: "Save Password" }).click();
  await expect(bens.getByRole("button", { name: "Log in" })).toBeVisible();
  await submitLogin(bens, { username: "ben", password: "a passphrase for ben" });
  await expect(bens.getByText("Welcome back, Ben Baker")).toBeVisible();
  // The link works once.
  const late = await otherBrowser(browser, server);
  await late.goto(link);
  await expect(late.getByRole("alert")).toBeVisible();
  await late.context().close();

  await page.reload();
  await expect(sheet.getByRole("list", { name: "People" })).toContainText("Ben Baker");
  await sheet.getByRole("button", { name: "Edit Ben Baker" }).click();
  const person = page.getByRole("dialog", { name: "Ben Baker" });
  await person.getByLabel("Full Name").fill("Benjamin Baker");
  await person.getByRole("button", { name: "Save Changes" }).click();
  await screen.expectToast("Person updated");
  await sheet.getByRole("button", { name: "Edit Benjamin Baker" }).click();
  const renamed = page.getByRole("dialog", { name: "Benjamin Baker" });
  await renamed.getByRole("button", { name: "Disable" }).click();
  await screen.alert.getByRole("button", { name: "Disable" }).click();
  await screen.expectToast("Person disabled");
  await renamed.getByRole("button", { name: "Close" }).click();
  await expect(sheet.getByRole("list", { name: "People" })).toContainText("Disabled");
  await bens.reload();
  await expect(bens).toHaveURL("/login");
  await bens.context().close();

  await page.goto("/admin?panel=activity");
  const activity = page.getByRole("list", { name: "Activity" });
  for (const event of [
    "e2e-admin Disabled a person: ben",
    "e2e-admin Changed a person: ben, name",
    "ben Signed in",
    "e2e-admin Invited a person: ben, admin",
  ]) {
    await expect(activity.getByText(event)).toBeVisible();
  }
  await expectNoHorizontalScroll(page);
});

test("an authenticator app signs in, and a second factor can be required", async ({
  page,
  server,
  browser,
  errorLog,
}) => {
  errorLog.allow(/status of (401|409)/);
  const olive = newAdministrator("Olive");
  const dora = newAdministrator("Dora");
  server.addUser(olive);
  server.addUser(dora);
  await signIn(page, server, olive);
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

  const doras = await otherBrowser(browser, server);
  await signIn(doras, server, dora);
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

shared("the sheets of the menu are accessible in both themes", async ({ page, server }) => {
  shared.slow();
  await signIn(page, server);
  for (const [panel, content] of [
    ["company&section=business", "Save Business"],
    ["company&section=people", "Add Person"],
    ["company&section=brand", "Forest"],
    ["company&section=texts", "Part of the site"],
    ["people", "Require a second factor"],
    ["activity", /^Sign-ins, refused calls/],
    ["account", "Active sessions"],
  ] as const) {
    await page.goto(`/admin?panel=${panel}`);
    await expect(page.getByRole("dialog").getByText(content).first()).toBeVisible();
    await waitForAnimations(page);
    for (const theme of themes) {
      await page.evaluate((value) => {
        document.documentElement.dataset.theme = value;
      }, theme);
      expect(await accessibilityViolations(page), `${panel} in the ${theme} theme`).toEqual([]);
    }
  }
});
