import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
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

/** Where things are in the back office. */
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

    async says(title: string, description?: string | RegExp): Promise<void> {
      await expect(toast).toContainText(title);
      if (description) await expect(toast).toContainText(description);
    },
  };
}

/** Adds somebody who may sign in but not edit; each journey gets a person of its own. */
export function addStaff(server: Server): Account {
  const staff: Account = {
    username: unique("e2e-staff"),
    fullName: "",
    role: "staff",
    password: "another long passphrase",
  };
  server.addUser(staff);
  return staff;
}

/** A name that no other journey on the same server takes, nor this one when it is repeated. */
export function unique(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}`;
}

/** Signs the browser in without clicking for it. */
export async function signIn(page: Page, server: Server, account = server.admin): Promise<void> {
  const { username, password } = account;
  const answer = await page.request.post("/api/auth/login", {
    data: { username, password },
    headers: { Origin: server.origin },
  });
  await expect(answer, await answer.text()).toBeOK();
}

/** Ends the browser's session behind the page's back. */
export async function endSession(page: Page, server: Server): Promise<void> {
  const answer = await page.request.post("/api/auth/logout", {
    headers: { Origin: server.origin },
  });
  await expect(answer, await answer.text()).toBeOK();
}
