import { expect, type Locator, type Page } from "@playwright/test";
import type { UploadFile } from "../harness/png";
import type { Server } from "../harness/server";
import { adminScreen, signIn } from "./admin";

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
    ...photoLocators(panel),
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
    ...photoLocators(sheet),
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

/** Signs in and opens the Messages sheet. */
export async function openInbox(page: Page, server: Server) {
  await signIn(page, server);
  await adminScreen(page).open();
  const inbox = inboxScreen(page);
  await inbox.open();
  return inbox;
}

/** How photos are chosen and shown, the same for visitors and staff. */
function photoLocators(part: Locator) {
  const chosen = part.getByRole("list", { name: "Photos to send" });
  return {
    photoButton: part.getByRole("button", { name: "Add a photo" }),
    chosenPhotos: chosen.getByRole("listitem"),
    photos: part.getByRole("log").getByRole("link", { name: /^Photo/ }),
    sendButton: part.getByRole("button", { name: "Send", exact: true }),

    /** Chooses files as a person does in the file picker. */
    async choosePhotos(...files: UploadFile[]): Promise<void> {
      const picker = part.page().waitForEvent("filechooser");
      await part.getByRole("button", { name: "Add a photo" }).click();
      await (await picker).setFiles(files);
      await expect(part.getByText("Preparing photos…")).toHaveCount(0);
    },
  };
}

async function sendMessage(box: Locator, text: string): Promise<void> {
  await box.fill(text);
  await box.press("Enter");
  await expect(box).toHaveValue("");
}
