import { expect, type Locator, type Page } from "@playwright/test";

/** Locators of the visitor's chat. */
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
    send: (text: string) => sendMessage(box, text),

    async open(): Promise<void> {
      await button.click();
      await expect(box).toBeFocused();
    },
  };
}

/** Locators of the Messages sheet in the back office. */
export function inboxScreen(page: Page) {
  const sheet = page.getByRole("dialog");
  const box = sheet.getByLabel("Your answer");
  return {
    sheet,
    box,
    messages: sheet.getByRole("log"),
    send: (text: string) => sendMessage(box, text),

    async open(): Promise<void> {
      await page.getByRole("button", { name: /^Messages/ }).click();
      await expect(sheet).toHaveAccessibleName("Messages");
    },

    /** Opens the conversation whose list entry contains the text. */
    async openConversation(text: string): Promise<void> {
      await sheet.getByRole("button").filter({ hasText: text }).first().click();
      await expect(box).toBeFocused();
    },
  };
}

async function sendMessage(box: Locator, text: string): Promise<void> {
  await box.fill(text);
  await box.press("Enter");
  await expect(box).toHaveValue("");
}
