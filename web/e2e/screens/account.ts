import { expect, type Page } from "@playwright/test";

/** Locators of the account sheet. */
export function accountScreen(page: Page) {
  const sheet = page.getByRole("dialog", { name: "Account", exact: true });
  return {
    sheet,
    section: (name: string) => sheet.getByRole("region", { name, exact: true }),
    proof: page.getByRole("dialog", { name: "Confirm that it is you" }),

    async open(): Promise<void> {
      await page.goto("/admin?panel=account");
      await expect(sheet.getByRole("heading", { name: "Active sessions" })).toBeVisible();
    },
  };
}

/** Gives the browser a device that can hold passkeys. Returns how to list and change them. */
export async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async credentials() {
      return (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
    /** Makes the passkey count from another number, as a copy of it would. */
    async setCounter(signCount: number): Promise<void> {
      for (const credential of await this.credentials()) {
        await cdp.send("WebAuthn.removeCredential", {
          authenticatorId,
          credentialId: credential.credentialId,
        });
        await cdp.send("WebAuthn.addCredential", {
          authenticatorId,
          credential: { ...credential, signCount },
        });
      }
    },
    async setVerified(isUserVerified: boolean): Promise<void> {
      await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
  };
}
