import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { postLogin } from "../harness/admin-api";
import type { Account, Server } from "../harness/server";

export const tabNames = {
  content: "Site Content",
  services: "Services",
  posts: "Blog Posts",
  images: "Images",
  social: "Social Media",
  hours: "Business Hours",
} as const;
type Tab = keyof typeof tabNames;

/** Locators of the back office. */
export function adminScreen(page: Page) {
  const panel = page.getByRole("tabpanel").filter({ visible: true }).first();
  const dialog = page.getByRole("dialog");
  const toast = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
  return {
    panel,
    dialog,
    toast,
    alert: page.getByRole("alertdialog"),
    logout: page.getByRole("button", { name: "Logout" }),
    tab: (name: string) => page.getByRole("tab", { name, exact: true }),
    button: (name: string | RegExp) => panel.getByRole("button", { name, exact: true }),

    async open(tab: Tab = "content"): Promise<void> {
      await page.goto(tab === "content" ? "/admin" : `/admin?tab=${tab}`);
      await expect(page.getByRole("tab", { name: tabNames[tab], exact: true })).toHaveAttribute(
        "aria-selected",
        "true",
      );
    },

    /** Expects the toast about a form that was closed with changes, and answers it. */
    async answerKept(answer: "Continue" | "Discard"): Promise<void> {
      await expect(toast).toContainText("Kept for later");
      await toast.getByRole("button", { name: answer }).click();
    },

    async expectToast(title: string, description?: string | RegExp): Promise<void> {
      await expect(toast).toContainText(title);
      if (description) await expect(toast).toContainText(description);
    },
  };
}

/** Adds a user, under a name of its own. */
export function addUser(server: Server, role: Account["role"]): Account {
  const user: Account = {
    username: uniqueName(`e2e-${role}`),
    fullName: "",
    role,
    password: "another long passphrase",
  };
  server.addUser(user);
  return user;
}

/** Adds a random suffix: tests share a server and may be repeated. */
export function uniqueName(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}`;
}

/**
 * Signs the browser in, with the session of an earlier test if it still works: each sign-in hashes a
 * password. The proof of that session may be too old for what asks for one; see signInAnew.
 */
export async function signIn(page: Page, server: Server, account = server.admin): Promise<void> {
  const cookies = server.sessions.get(account.username);
  if (cookies) {
    await page.context().addCookies(cookies);
    if ((await page.request.get(`${server.origin}/api/auth/user`)).ok()) return;
  }
  await signInAnew(page, server, account);
  server.sessions.set(account.username, await page.context().cookies(server.origin));
}

/** Signs the browser in with a session of its own. */
export async function signInAnew(page: Page, server: Server, account = server.admin) {
  await postLogin(page.request, server, account);
}

/** Fills in the login form of the page or dialog and submits it. */
export async function submitLogin(
  form: Page | Locator,
  { username, password }: { username?: string; password: string },
): Promise<void> {
  if (username !== undefined) await form.getByLabel("Username").fill(username);
  await form.getByLabel("Password").fill(password);
  await form.getByRole("button", { name: "Log in" }).click();
}

/**
 * Waits until the page expects no response. A late one may change what the test goes on with: after
 * the end of the session, for example, it opens a dialog above everything.
 */
export async function waitForResponses(page: Page): Promise<void> {
  const expected = async () =>
    (await page.requests())
      .filter((request) => request.resourceType() === "fetch")
      .filter((request) => !request.existingResponse() && !request.failure())
      .map((request) => request.url());
  await expect.poll(expected).toEqual([]);
}

/** Ends the browser's session without the page noticing. */
export async function endSession(page: Page, server: Server): Promise<void> {
  const response = await page.request.post("/api/auth/logout", {
    headers: { Origin: server.origin },
  });
  await expect(response, await response.text()).toBeOK();
}
