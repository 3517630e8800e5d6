import type { Browser, BrowserContext, Page } from "@playwright/test";
import { openAroundTheClock } from "./harness/admin-api";
import { Server } from "./harness/server";
import { accessibilityViolations, expect, expectNoHorizontalScroll, test } from "./harness/test";
import { WebhookReceiver } from "./harness/webhook-receiver";
import { chatScreen, inboxScreen } from "./screens/chat";

test.slow();

let webhook: WebhookReceiver;
let site: Server;
let contexts: BrowserContext[] = [];

test.beforeAll(async () => {
  webhook = await WebhookReceiver.start();
  site = await Server.start({
    env: { PERIMETER_CHAT_WEBHOOK: webhook.url, PERIMETER_CHAT_REMINDER: "1s" },
  });
});
test.afterAll(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
  await site.stop();
  webhook.stop();
});

/** A page of a phone in the dark. */
async function newPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 320, height: 640 },
  });
  contexts.push(context);
  await context.addInitScript(() => localStorage.setItem("perimeter-theme", "dark"));
  return context.newPage();
}

async function expectFits(page: Page): Promise<void> {
  await expectNoHorizontalScroll(page);
  expect(await accessibilityViolations(page)).toEqual([]);
}

test("the chat works with a keyboard on a small dark screen, and the webhook tells all of it", async ({
  browser,
}) => {
  const phone = await newPhone(browser);
  await openAroundTheClock(phone.request, site);
  await phone.context().clearCookies();
  webhook.refusals = 1;
  const chat = chatScreen(phone);
  await phone.goto("/about");
  expect(await phone.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await chat.button.focus();
  await phone.keyboard.press("Enter");
  await expect(chat.box).toBeFocused();
  await phone.keyboard.type("There are ants in my kitchen");
  await phone.keyboard.press("Enter");
  await expect(chat.messages).toContainText("Sent");

  const focused = phone.locator(":focus");
  const back = async (name: string) => {
    await phone.keyboard.press("Shift+Tab");
    await expect(focused).toHaveAccessibleName(name);
  };
  await back("Send a photo");
  await back("Delete this conversation");
  await phone.keyboard.press("Enter");
  await expect(focused).toHaveAccessibleName("Keep");
  await phone.keyboard.press("Enter");
  await expect(focused).toHaveAccessibleName("Delete this conversation");
  await back("Leave my details");
  await phone.keyboard.press("Enter");
  await expect(focused).toHaveAccessibleName("Name");
  await phone.keyboard.type("Ann Sample");
  await phone.keyboard.press("Tab");
  await phone.keyboard.type("asdf");
  await phone.keyboard.press("Enter");
  await expect(chat.messages).toContainText("We could not read that as a phone number");
  await expect(focused).toHaveAccessibleName("Phone or e-mail");
  const leave = chat.messages.getByRole("button", { name: "Add to this chat" });
  await expect(leave).toBeInViewport({ ratio: 1 });
  await expectFits(phone);
  await phone.keyboard.press("ControlOrMeta+a");
  await phone.keyboard.type("(254) 555-0142");
  await phone.keyboard.press("Enter");
  await expect(chat.messages).toContainText("We will reach you at (254) 555-0142.");
  await expect(focused).toHaveAccessibleName("Change my details");
  await expectFits(phone);
  await phone.keyboard.press("Escape");
  await expect(chat.panel).toHaveCount(0);
  await expect(chat.button).toBeFocused();

  // A chat that is still open takes no focus from somebody who reads the next page.
  await phone.keyboard.press("Enter");
  await expect(chat.box).toBeFocused();
  await phone.goto("/services");
  await expect(chat.messages).toContainText("There are ants in my kitchen");
  expect(await phone.evaluate(() => document.activeElement?.tagName)).toBe("BODY");

  // The first call was refused and came again.
  const reasons = () => webhook.notices.map(({ reason }) => reason).sort();
  await expect.poll(reasons, { timeout: 60_000 }).toEqual(["contact", "message", "reminder"]);
  for (const notice of webhook.notices) {
    expect(notice.messages).toEqual(["There are ants in my kitchen"]);
    expect(notice.url).toBe(`${site.origin}/admin?panel=messages&section=${notice.conversation}`);
  }
  expect(webhook.notices.find(({ reason }) => reason === "contact")).toMatchObject({
    name: "Ann Sample",
    contact: "(254) 555-0142",
  });
  const checked = await site.check({ PERIMETER_CHAT_WEBHOOK: webhook.url }, "--notices");
  expect(checked).toContain("webhook: a test notice was sent");
  const secret = /whsec_\S+/.exec(checked)?.[0] ?? "";
  const calls = webhook.calls;
  expect(calls.map(({ signature }) => signature)).toEqual(webhook.expectedSignatures(secret));
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);

  // The notice leads to the conversation, also for those who have to sign in first.
  const office = await newPhone(browser);
  await office.goto(webhook.notices[0]?.url ?? "");
  await office.getByLabel("Username").fill(site.admin.username);
  await office.getByLabel("Password").fill(site.admin.password);
  await office.keyboard.press("Enter");
  const inbox = inboxScreen(office);
  await expect(inbox.sheet).toHaveAccessibleName("Ann Sample");
  await expect(inbox.box).toBeFocused();
  await office.keyboard.type("We are on our way & call.");
  await expect(inbox.sheet.getByRole("link", { name: "(254) 555-0142" })).toHaveAttribute(
    "href",
    "tel:+12545550142",
  );
  await expect(inbox.sheet.getByRole("link", { name: "Text Message" })).toHaveAttribute(
    "href",
    "sms:+12545550142?&body=We%20are%20on%20our%20way%20%26%20call.",
  );
  await expectFits(office);
  await office.keyboard.press("Enter");
  await expect(inbox.messages).toContainText("We are on our way & call.");
  await expect(inbox.messages).toContainText("Seen");
  await office.keyboard.press("Escape");
  await expect(inbox.sheet).toHaveCount(0);

  // The number of unread messages is in the title.
  await chat.send("Thank you");
  await expect(office).toHaveTitle(/^\(1\) Admin Dashboard \| /);
  await inbox.open();
  await expectFits(office);
  await inbox.openConversation("Thank you");
  await expect(office).toHaveTitle(/^Admin Dashboard \| /);
});
