import { expect, type Page } from "@playwright/test";

/** Where things are in the visitor's chat. */
export function chatScreen(page: Page) {
  const button = page
    .getByRole("complementary", { name: "Quick contact" })
    .getByRole("button", { name: /^Chat/ });
  const panel = page.getByRole("dialog", { name: "Chat With Us" });
  const box = panel.getByLabel("Your message");
  return {
    button,
    panel,
    box,
    messages: panel.getByRole("log"),

    async open(): Promise<void> {
      await button.click();
      await expect(box).toBeFocused();
    },

    async write(text: string): Promise<void> {
      await box.fill(text);
      await box.press("Enter");
      await expect(box).toHaveValue("");
    },
  };
}

/** Where things are among the staff's messages. */
export function inboxScreen(page: Page) {
  const sheet = page.getByRole("dialog");
  const box = sheet.getByLabel("Your answer");
  return {
    sheet,
    box,
    messages: sheet.getByRole("log"),

    async open(): Promise<void> {
      await page.getByRole("button", { name: /^Messages/ }).click();
      await expect(sheet).toHaveAccessibleName("Messages");
    },

    async choose(text: string): Promise<void> {
      await sheet.getByRole("button").filter({ hasText: text }).first().click();
      await expect(box).toBeFocused();
    },

    async write(text: string): Promise<void> {
      await box.fill(text);
      await box.press("Enter");
      await expect(box).toHaveValue("");
    },
  };
}
