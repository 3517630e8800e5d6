import type { Page } from "@playwright/test";
import { accessibilityViolations, expect, expectNoHorizontalScroll, test } from "./harness/test";
import { uniqueName } from "./screens/admin";
import { chatScreen, inboxScreen } from "./screens/chat";
import { storeTheme } from "./screens/site";

test.use({
  viewport: { width: 320, height: 640 },
  settings: ({ webhook }, use) =>
    use({ env: { PERIMETER_CHAT_WEBHOOK: webhook.url, PERIMETER_CHAT_REMINDER: "1s" } }),
});

async function expectFits(page: Page): Promise<void> {
  await expectNoHorizontalScroll(page);
  expect(await accessibilityViolations(page)).toEqual([]);
}

test("the chat works with a keyboard on a small dark screen, and the webhook tells all of it", async ({
  page: phone,
  newPage,
  server,
  adminApi,
  webhook,
  errorLog,
}) => {
  errorLog.allow(/api\/chat\/contact: .*status of 400/);
  await adminApi.openAroundTheClock();
  await storeTheme(phone, "dark");
  webhook.refusals = 1;
  const question = uniqueName("There are ants in my kitchen");
  const chat = chatScreen(phone);
  await phone.goto("/about");
  expect(await phone.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await chat.button.focus();
  await phone.keyboard.press("Enter");
  await expect(chat.box).toBeFocused();
  await phone.keyboard.type(question);
  await phone.keyboard.press("Enter");
  await expect(chat.messages).toContainText("Sent");
  // While it is being called, it cannot be told of details that follow.
  await expect.poll(() => webhook.refusals).toBe(0);

  const focused = phone.locator(":focus");
  const back = async (name: string) => {
    await phone.keyboard.press("Shift+Tab");
    await expect(focused).toHaveAccessibleName(name);
  };
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
  // The edge of a scrolling part can cut off a pixel.
  await expect(leave).toBeInViewport({ ratio: 0.95 });
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
  await expect(chat.messages).toContainText(question);
  expect(await phone.evaluate(() => document.activeElement?.tagName)).toBe("BODY");

  // The first call was refused and came again.
  const notices = () => webhook.notices.filter(({ messages }) => messages[0] === question);
  const reasons = () =>
    notices()
      .map(({ reason }) => reason)
      .sort();
  await expect.poll(reasons, { timeout: 60_000 }).toEqual(["message", "reminder"]);
  for (const notice of notices()) {
    expect(notice.messages).toEqual([question]);
    expect(notice.url).toBe(`${server.origin}/admin?panel=messages&section=${notice.conversation}`);
  }
  const checked = await server.check({ PERIMETER_CHAT_WEBHOOK: webhook.url }, "--notices");
  expect(checked).toContain("webhook: a test notice was sent");
  const secret = /whsec_\S+/.exec(checked)?.[0] ?? "";
  const calls = webhook.calls;
  expect(calls.map(({ signature }) => signature)).toEqual(webhook.expectedSignatures(secret));
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);

  // The notice leads to the conversation, also for those who have to sign in first.
  const office = await newPage();
  await storeTheme(office, "dark");
  await office.goto(notices()[0]?.url ?? "");
  await office.getByLabel("Username").fill(server.admin.username);
  await office.getByLabel("Password").fill(server.admin.password);
  await office.keyboard.press("Enter");
  const inbox = inboxScreen(office);
  await expect(inbox.sheet).toHaveAccessibleName("Ann Sample");
  await expect(inbox.box).toBeFocused();
  await office.keyboard.type("We are on our way & call.");
  await expect(inbox.sheet.getByRole("link", { name: "Call (254) 555-0142" })).toHaveAttribute(
    "href",
    "tel:+12545550142",
  );
  await expect(inbox.sheet.getByRole("link", { name: "Send as text" })).toHaveAttribute(
    "href",
    "sms:+12545550142?&body=We%20are%20on%20our%20way%20%26%20call.",
  );
  await expectFits(office);
  await office.keyboard.press("Enter");
  await expect(inbox.messages).toContainText("We are on our way & call.");
  await expect(inbox.messages).toContainText("Seen");
  await office.keyboard.press("Escape");
  await expect(inbox.sheet).toHaveCount(0);

  // An unread message is a dot on the icon; the title stays as it is.
  const icon = office.locator('link[rel="icon"]').last();
  await expect(icon).toHaveAttribute("href", /^\//);
  await chat.send("Thank you");
  await expect(icon).toHaveAttribute("href", /^data:image\/png/);
  await expect(office).toHaveTitle(/^Admin Dashboard \| /);
  await inbox.open();
  await expectFits(office);
  await inbox.openConversation("Thank you");
  await expect(icon).toHaveAttribute("href", /^\//);
});
