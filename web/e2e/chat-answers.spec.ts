import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { openAroundTheClock } from "./harness/admin-api";
import { FakeMailServer } from "./harness/fake-mail";
import { holdRequests } from "./harness/routes";
import { Server } from "./harness/server";
import { accessibilityViolations, expect, test, waitForHydration } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";
import { chatScreen, inboxScreen } from "./screens/chat";

test.slow();

let mail: FakeMailServer;
let site: Server;
let contexts: BrowserContext[] = [];

test.beforeAll(async () => {
  mail = await FakeMailServer.start();
  site = await Server.start({
    env: {
      PERIMETER_SMTP_URL: mail.url,
      PERIMETER_CHAT_NOTICE_TO: "boss@pest.example",
      PERIMETER_CHAT_MAIL_AFTER: "1s",
    },
  });
});
test.afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
});
test.afterAll(async () => {
  await site.stop();
  mail.stop();
});

/** A page in a browser of its own. */
async function newBrowser(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin, ...options });
  contexts.push(context);
  return context.newPage();
}

/** Opens the inbox of a company that never closes. */
async function openInbox(page: Page) {
  await openAroundTheClock(page.request, site);
  await signIn(page, site);
  await adminScreen(page).open();
  const inbox = inboxScreen(page);
  await inbox.open();
  return inbox;
}

test("an answer reaches a visitor who has left", async ({ browser }) => {
  const office = await newBrowser(browser);
  const inbox = await openInbox(office);
  const first = await newBrowser(browser);
  const chat = chatScreen(first);
  await first.goto("/about");
  await chat.open();
  await expect(chat.panel).toContainText("Somebody is here now");

  await chat.messages.getByRole("button", { name: "Leave my details" }).click();
  const form = chat.messages.getByRole("form", { name: "Where to send our answer" });
  await form.getByLabel("Name").fill("Ann Sample");
  await form.getByLabel("Phone or e-mail").fill("asdf");
  await form.getByRole("button", { name: "Add to this chat" }).click();
  await expect(form).toContainText("We could not read that as a phone number");
  await form.getByLabel("Phone or e-mail").fill("ann@example.com");
  expect(await accessibilityViolations(first)).toEqual([]);
  await form.getByRole("button", { name: "Add to this chat" }).click();
  await expect(chat.messages).toContainText("We will reach you at ann@example.com.");
  await chat.send("There are ants in my kitchen");
  await expect(chat.messages).not.toContainText("Sending");
  await first.context().close();
  await expect
    .poll(() => mail.mails.find(({ to }) => to === "boss@pest.example")?.text ?? "")
    .toContain("ann@example.com");

  await inbox.openConversation("There are ants in my kitchen");
  await expect(inbox.sheet.getByRole("link", { name: "ann@example.com" })).toBeVisible();
  await inbox.send("We can come on Monday at nine.");
  const letter = () => mail.mails.find(({ to }) => to === "ann@example.com")?.text ?? "";
  await expect.poll(letter).toContain("We can come on Monday at nine.");
  await expect(inbox.messages).toContainText("Sent by e-mail");
  const link = /http:\S+#chat=\w+/.exec(letter())?.[0] ?? "";
  expect(link).toContain(`${site.origin}/contact#chat=`);

  const second = await newBrowser(browser);
  const again = chatScreen(second);
  await second.goto(link);
  await expect(again.messages).toContainText("There are ants in my kitchen");
  await expect(again.messages).toContainText("We can come on Monday at nine.");
  await expect(second).toHaveURL(/\/contact$/);
  expect(await second.evaluate(() => document.activeElement?.tagName)).not.toBe("TEXTAREA");
  await expect(inbox.messages).toContainText("Seen");

  await again.box.pressSequentially("Fine");
  await expect(inbox.messages).toContainText("Visitor is typing…");
  await inbox.box.pressSequentially("See");
  await expect(again.messages).toContainText("Somebody is typing…");
  await again.box.press("Enter");
  await expect(inbox.messages).toContainText("Fine");

  await inbox.box.fill("");
  await inbox.sheet.getByRole("button", { name: "Write a Note" }).click();
  await inbox.sheet.getByLabel("Your note").fill("Pays late");
  await inbox.sheet.getByLabel("Your note").press("Enter");
  await expect(inbox.messages).toContainText("Internal note");
  expect(await accessibilityViolations(office)).toEqual([]);
  await inbox.send("See you then.");
  await expect(again.messages).toContainText("See you then.");
  await expect(again.messages).not.toContainText("Pays late");

  await inbox.sheet.getByRole("button", { name: "All messages" }).click();
  await inbox.sheet.getByRole("switch", { name: "Available" }).click();
  await expect(again.panel).toContainText("We answer as soon as we can");
  await inbox.sheet.getByRole("switch", { name: "Available" }).click();
  await expect(again.panel).toContainText("Somebody is here now");

  const third = await newBrowser(browser);
  await third.goto(link);
  await expect(third.locator("#chat").getByRole("alert")).toContainText(
    "This link does not work any more",
  );
  expect(mail.mails.filter(({ to }) => to === "ann@example.com")).toHaveLength(1);
});

test("links and the card on the contact page open the chat", async ({ browser }) => {
  const page = await newBrowser(browser);
  const chat = chatScreen(page);
  await page.goto("/");
  await waitForHydration(page);
  const link = page.getByRole("link", { name: "Chat With Us" });
  await expect(link).toHaveAttribute("href", "/contact");
  await link.click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(chat.box).toBeFocused();
  await chat.box.press("Escape");
  await expect(chat.panel).toHaveCount(0);
  await page.getByRole("button", { name: "Chat With Us" }).click();
  await expect(chat.box).toBeFocused();
  await chat.box.press("Escape");

  await page.goto("/contact");
  await waitForHydration(page);
  await expect(chat.panel).toHaveCount(0);
});

for (const [name, path, tap] of [
  ["the chat button", "/", (page: Page) => chatScreen(page).button.tap()],
  [
    "the card",
    "/contact",
    (page: Page) => page.getByRole("button", { name: "Chat With Us" }).tap(),
  ],
  ["a link", "/services", (page: Page) => page.getByRole("link", { name: "Chat With Us" }).tap()],
] as const) {
  test(`a tap on ${name} before the scripts have loaded opens the chat`, async ({ browser }) => {
    const page = await newBrowser(browser, {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
    });
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto(path);
    await tap(page);
    if (name === "a link") await page.waitForURL(/\/contact/);
    const chat = chatScreen(page);
    await expect(chat.panel).toHaveCount(0);
    release();
    await expect(chat.box).toBeFocused();
    expect(new URL(page.url()).hash).toBe("");
    await chat.box.press("Escape");
    await page.reload();
    await waitForHydration(page);
    await expect(chat.panel).toHaveCount(0);
  });
}
