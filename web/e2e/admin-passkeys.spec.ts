import type { Page } from "@playwright/test";
import type { Server } from "./harness/server";
import { expect, test, waitForHydration } from "./harness/test";
import { accountScreen, addAuthenticator } from "./screens/account";
import { adminScreen, endSession, signInAnew, uniqueName } from "./screens/admin";

// Browsers bind passkeys to a host name, so the server has one here.
test.use({ settings: { hostname: "localhost" } });

test.beforeEach(({ errorLog }) => errorLog.allow(/status of (401|403)/));

const refusal = "This passkey was not accepted. Please try again, or use your password.";

/** Signs in as a new administrator and adds a passkey. */
async function addPasskey(page: Page, server: Server) {
  const account = {
    username: uniqueName("e2e"),
    fullName: "Pat Example",
    role: "admin" as const,
    password: "a third long passphrase",
  };
  server.addUser(account);
  await signInAnew(page, server, account);
  const authenticator = await addAuthenticator(page);
  const screen = accountScreen(page);
  await screen.open();
  await screen.section("Passkeys").getByRole("button", { name: "Add Passkey" }).click();
  await adminScreen(page).expectToast("Passkey added");
  await expect(screen.section("Passkeys").getByRole("listitem")).toHaveCount(1);
  return { account, authenticator, screen };
}

async function loginByPasskey(page: Page): Promise<void> {
  await page.goto("/login");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
}

test("a passkey is added, signs in without a password, and is renamed and removed", async ({
  page,
  server,
}) => {
  const { authenticator, screen } = await addPasskey(page, server);
  const [credential] = await authenticator.credentials();
  expect(credential).toMatchObject({ isResidentCredential: true, rpId: "localhost" });
  await endSession(page, server);

  await loginByPasskey(page);
  await adminScreen(page).expectToast("Login successful", "Welcome back!");
  await expect(page).toHaveURL("/admin");

  await screen.open();
  const passkeys = screen.section("Passkeys");
  await expect(passkeys.getByText(/^Last used/)).toBeVisible();
  await passkeys.getByRole("button", { name: /^Rename/ }).click();
  const rename = page.getByRole("dialog", { name: "Rename passkey" });
  await rename.getByLabel("Name").fill("My phone");
  await rename.getByRole("button", { name: "Save Name" }).click();
  await expect(passkeys.getByText("My phone")).toBeVisible();

  await passkeys.getByRole("button", { name: "Remove My phone" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove Passkey" }).click();
  // Behind the question nothing has a role.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);
  await endSession(page, server);
  await loginByPasskey(page);
  await adminScreen(page).expectToast("Login failed", refusal);
});

test("a copy of a passkey is refused when its counter goes back", async ({ page, server }) => {
  const { authenticator } = await addPasskey(page, server);
  await authenticator.setCounter(50);
  await endSession(page, server);
  await loginByPasskey(page);
  await expect(page).toHaveURL("/admin");
  await authenticator.setCounter(10);
  await endSession(page, server);
  await loginByPasskey(page);
  await adminScreen(page).expectToast("Login failed", refusal);
});

test("an answer of a passkey counts once", async ({ page, server }) => {
  await addPasskey(page, server);
  await endSession(page, server);
  const sent = page.waitForRequest("**/api/auth/passkey/finish");
  await loginByPasskey(page);
  await expect(page).toHaveURL("/admin");
  const replay = await page.request.post("/api/auth/passkey/finish", {
    data: (await sent).postDataJSON(),
    headers: { Origin: server.origin },
  });
  expect(replay.status()).toBe(401);
  expect(await replay.json()).toMatchObject({ success: false, message: refusal });
});

test("a device that does not check who is there is not enough", async ({ page, server }) => {
  const { authenticator } = await addPasskey(page, server);
  await authenticator.setVerified(false);
  await endSession(page, server);
  await loginByPasskey(page);
  await adminScreen(page).expectToast("Login failed", "No passkey was used.");
});

test("at another origin the browser does not offer the passkey", async ({ page, server }) => {
  await addPasskey(page, server);
  await endSession(page, server);
  // Other tests must not use the network; this one needs the server under its other name.
  await page.route(
    ({ hostname }) => hostname === "127.0.0.1",
    (route) => route.continue(),
  );
  await page.goto(`${server.origin.replace("localhost", "127.0.0.1")}/login`);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await adminScreen(page).expectToast("Login failed");
  await expect(page).toHaveURL(/\/login$/);
});

test("a passkey is a proof for a sensitive action", async ({ page, server }) => {
  const { screen } = await addPasskey(page, server);
  // As if ten minutes had passed: the first answer asks for a proof.
  await page.route(
    "**/api/account/recovery-codes",
    (route) =>
      route.fulfill({
        status: 403,
        json: { success: false, message: "Please confirm that it is you.", code: "proof_required" },
      }),
    { times: 1 },
  );
  await screen
    .section("Recovery codes")
    .getByRole("button", { name: "Create Recovery Codes" })
    .click();
  await screen.proof.getByRole("button", { name: "Use a passkey" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.locator("ul").getByRole("listitem")).toHaveCount(10);
  await codes.getByRole("button", { name: "I Have Kept Them" }).click();
  await expect(screen.section("Recovery codes").getByText("10 left")).toBeVisible();
});
