import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { png } from "./harness/png";
import { Server } from "./harness/server";
import {
  accessibilityViolations,
  expect,
  expectNoHorizontalScroll,
  test,
  waitForHydration,
} from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";
import { chatScreen, inboxScreen } from "./screens/chat";
import { phone, siteScreen, storeTheme, themes } from "./screens/site";

/** Opens a page in a new browser context, with its own cookies. */
async function newContextPage(browser: Browser, server: Server): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin });
  return context.newPage();
}

async function openInbox(page: Page, server: Server) {
  await signIn(page, server);
  await adminScreen(page).open();
  const inbox = inboxScreen(page);
  await inbox.open();
  return inbox;
}

// Most tests use two pages and wait for the server.
test.slow();

test("messages appear live for the visitor and the staff", async ({ page, browser, server }) => {
  const office = await newContextPage(browser, server);
  const inbox = await openInbox(office, server);
  const chat = chatScreen(page);
  await page.goto("/services");
  await chat.open();

  await chat.send("I have ants. See https://bait.example/");
  await inbox.openConversation("I have ants.");
  await expect(inbox.messages).toContainText("https://bait.example/");
  await expect(inbox.messages.getByRole("link")).toHaveCount(0);
  await expect(inbox.sheet).toContainText("Began on /services");
  await inbox.send("Where did you see them?");
  await expect(chat.messages).toContainText("Where did you see them?");
  await expect(chat.messages).toContainText(server.admin.fullName);

  await inbox.sheet.getByLabel("Quick reply").selectOption({ index: 1 });
  await expect(inbox.box).not.toHaveValue("");
  await inbox.box.press("Enter");
  await expect(chat.messages).toContainText("Give me a minute");

  await inbox.sheet.getByRole("button", { name: "Close Conversation" }).click();
  await expect(chat.messages).toContainText("This conversation was closed");
  await chat.send("One more thing");
  await expect(chat.messages).not.toContainText("This conversation was closed");
  await expect(inbox.messages).toContainText("One more thing");

  await inbox.sheet.getByRole("button", { name: "Delete" }).click();
  await office.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(inbox.sheet).not.toContainText("One more thing");
  await expect(chat.messages).not.toContainText("One more thing");
  await expect(inbox.sheet).toContainText("This conversation does not exist any more.");
  await chat.send("A new question");
  await expect(inbox.sheet.getByRole("button", { name: /A new question/ })).toBeVisible();
  await office.context().close();
});

test("a conversation survives reload, navigation and closing the panel", async ({
  page,
  browser,
  server,
}) => {
  const chat = chatScreen(page);
  await page.goto("/");
  await chat.open();
  await chat.send("Do you treat scorpions?");
  await expect(chat.messages).not.toContainText("Sending");
  await page.reload();
  await expect(chat.messages).toContainText("Do you treat scorpions?");
  await page.getByRole("banner").getByRole("link", { name: "Services" }).first().click();
  await expect(page).toHaveURL(/\/services$/);
  // The new page takes the focus, once.
  await expect(page.getByRole("main")).toBeFocused();
  await expect(chat.messages).toContainText("Do you treat scorpions?");
  await page.keyboard.press("Tab");
  await chat.box.press("Escape");
  await expect(chat.panel).toHaveCount(0);
  await expect(chat.button).toBeFocused();

  const office = await newContextPage(browser, server);
  const inbox = await openInbox(office, server);
  await inbox.openConversation("Do you treat scorpions?");
  await inbox.send("We do!");
  await expect(chat.button).toContainText("1 unread");
  await page.reload();
  await expect(chat.button).toContainText("1 unread");
  await chat.open();
  await expect(chat.messages).toContainText("We do!");
  await expect(chat.button).not.toContainText("unread");
  await office.context().close();
});

test("an unsent reply is kept", async ({ page, browser, server }) => {
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  await chat.send("There are wasps in the attic");
  const office = await newContextPage(browser, server);
  const inbox = await openInbox(office, server);
  await inbox.openConversation("There are wasps in the attic");
  await inbox.box.fill("Good morning!");
  await inbox.sheet.getByLabel("Quick reply").selectOption({ index: 1 });
  await expect(inbox.box).toHaveValue(/^Good morning! .*Give me a minute/);
  const draft = await inbox.box.inputValue();

  await office.keyboard.press("Escape");
  await expect(inbox.sheet).toHaveCount(0);
  const screen = adminScreen(office);
  await screen.tab("Images").click();
  await expect(screen.panel.getByRole("heading", { name: "Image Manager" })).toBeVisible();
  await screen.logout.click();
  await screen.alert.getByRole("button", { name: "Keep Editing" }).click();
  await inbox.open();
  await inbox.openConversation("There are wasps in the attic");
  await expect(inbox.box).toHaveValue(draft);
  await office.keyboard.type(" Bye");
  await expect(inbox.box).toHaveValue(`${draft} Bye`);
  await inbox.sendButton.click();
  await expect(chat.messages).toContainText(`${draft} Bye`);
  await expect(inbox.box).toHaveValue("");
  await office.context().close();
});

test("a lost connection loses and duplicates no message", async ({
  page,
  browser,
  server,
  errorLog,
}) => {
  errorLog.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::ERR/);
  const office = await newContextPage(browser, server);
  const inbox = await openInbox(office, server);
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  await chat.send("Are you still there?");
  await inbox.openConversation("Are you still there?");

  await page.context().setOffline(true);
  await chat.send("Written offline");
  await expect(chat.messages).toContainText("could not be sent");
  await inbox.send("Answered meanwhile");
  await page.context().setOffline(false);
  await expect(chat.messages.getByText("Answered meanwhile")).toHaveCount(1);
  await expect(chat.messages.getByText("Written offline")).toHaveCount(1);
  await expect(inbox.messages.getByText("Written offline")).toHaveCount(1);
  await inbox.send("Back again");
  await expect(chat.messages.getByText("Back again")).toHaveCount(1);
  await expect(chat.messages.getByText("Are you still there?")).toHaveCount(1);
  await office.context().close();
});

test("what is pressed with the keyboard keeps the focus, or hands it on", async ({
  page,
  browser,
  server,
  errorLog,
}) => {
  errorLog.allow(/ERR_FAILED/);
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  await chat.send("There are mice in the garage");
  await expect(chat.messages).not.toContainText("Sending");
  const office = await newContextPage(browser, server);
  const inbox = await openInbox(office, server);
  await inbox.openConversation("There are mice in the garage");
  await inbox.sheet.getByRole("button", { name: "Write a Note" }).click();
  await inbox.sheet.getByLabel("Your note").fill("Twice this year");
  await inbox.sheet.getByLabel("Your note").press("Enter");
  await inbox.messages.getByRole("button", { name: "Delete note" }).press("Enter");
  await expect(inbox.messages).not.toContainText("Twice this year");
  await expect(inbox.messages).toBeFocused();
  await inbox.sheet.getByRole("button", { name: "Close Conversation" }).press("Enter");
  await expect(inbox.sheet.getByRole("button", { name: "Reopen" })).toBeFocused();
  await inbox.sheet.getByRole("button", { name: "All messages" }).click();
  await inbox.sheet.getByText("Quick replies", { exact: true }).click();
  const save = inbox.sheet.getByRole("button", { name: "Save Quick Replies" });
  await save.press("Enter");
  await expect(office.getByText("Quick replies saved", { exact: true })).toBeVisible();
  await expect(save).toBeFocused();
  await office.context().close();

  await chat.choosePhotos(png("mouse.png", 90));
  await expect(chat.chosenPhotos).toHaveCount(1);
  await expect(chat.photoButton).toBeFocused();
  await page.route("**/api/chat/conversation", (route) => route.abort());
  await chat.panel.getByRole("button", { name: "Delete this conversation" }).press("Enter");
  const confirm = chat.panel.getByRole("button", { name: "Delete", exact: true });
  await confirm.press("Enter");
  await expect(chat.panel.getByRole("alert")).toContainText("could not be deleted");
  await expect(confirm).toBeFocused();
});

test("too many messages are refused with an explanation", async ({ page, errorLog }) => {
  errorLog.allow(/status of 429/);
  const chat = chatScreen(page);
  await page.goto("/contact");
  await chat.open();
  // How many messages reach the limit depends on the speed of the machine.
  const stopped = chat.messages.getByText("That is a lot of messages at once.").first();
  await expect(async () => {
    for (let i = 0; i < 5; i++) await chat.send("Message");
    await expect(stopped).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0] });
  await expect(chat.messages.getByRole("button", { name: "Try again" }).first()).toBeVisible();
});

test.describe("when no staff are online", () => {
  // The company is closed on Sundays by default, and open on Monday morning.
  const sunday = new Date("2026-03-01T18:00:00Z");
  const monday = new Date("2026-03-02T16:00:00Z");
  let unstaffed: Server;
  test.beforeAll(async () => {
    unstaffed = await Server.start();
  });
  test.afterAll(() => unstaffed.stop());
  test.beforeEach(async ({ page }) => {
    // The fixture blocks every origin but its own server's.
    await page.context().unrouteAll();
  });

  test("outside business hours it shows the next opening and asks for contact details", async ({
    page,
  }) => {
    await page.clock.setFixedTime(sunday);
    const chat = chatScreen(page);
    await page.goto(`${unstaffed.origin}/about`);
    await chat.open();
    await expect(chat.panel).toContainText("Closed now");
    await expect(chat.messages).toContainText("opens tomorrow at 8:00 AM");
    await expect(chat.messages.getByRole("link", { name: "(254) 555-0142" })).toBeVisible();
    await chat.send("Please call me back");
    const form = chat.messages.getByRole("form", { name: "Where to send our answer" });
    await form.getByLabel("Name").fill("Sam Sample");
    await form.getByLabel("Phone or e-mail").fill("(254) 555-0100");
    await form.getByRole("button", { name: "Add to this chat" }).click();
    await expect(chat.messages).toContainText("We will reach you at (254) 555-0100.");
    await expect(form).toHaveCount(0);
  });

  test("in business hours it asks for contact details only after a minute without an answer", async ({
    page,
  }) => {
    await page.clock.install({ time: monday });
    const chat = chatScreen(page);
    await page.goto(`${unstaffed.origin}/about`);
    await chat.open();
    await expect(chat.panel).toContainText("We answer as soon as we can");
    const form = chat.messages.getByRole("form", { name: "Where to send our answer" });
    await chat.send("Hello?");
    await expect(chat.messages).not.toContainText("Sending");
    await expect(form).toHaveCount(0);
    // The server's clock sets the message time; the browser's clock measures its age.
    await page.clock.setFixedTime(new Date(Date.now() + 61_000));
    await page.clock.runFor(6_000);
    await expect(form).toBeVisible();
  });
});

test("large text on a phone leaves the send button inside the panel", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/about");
  const chat = chatScreen(page);
  await chat.open();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const excess = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await chat.panel.evaluate(excess)).toBe(0);
  await expect(chat.sendButton).toBeInViewport({ ratio: 1 });
});

test("the panel's code is loaded on the first click", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("/");
  await waitForHydration(page);
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((path) => /chat/.test(path))).toEqual([]);
  await chatScreen(page).open();
  expect(loaded.filter((path) => /chat-panel/.test(path))).not.toEqual([]);
});

test.describe("provider in the site file", () => {
  const folder = mkdtempSync(join(tmpdir(), "perimeter-chat-"));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Starts a server for the sample company with these chat settings. */
  async function startWith(chat: string): Promise<Server> {
    const sample = resolve(import.meta.dirname, "../../internal/company/identity.yaml");
    const file = join(folder, "site.yaml");
    const text = readFileSync(sample, "utf8");
    expect(text).toContain("  provider: own\n");
    writeFileSync(file, text.replace("  provider: own\n", chat));
    return Server.start({ args: ["--site", file] });
  }

  test("none: there is no button and the card shows the phone number", async ({ page }) => {
    await page.context().unrouteAll();
    await page.route("https://www.openstreetmap.org/**", (route) => route.fulfill());
    const server = await startWith("  provider: none\n");
    await page.goto(`${server.origin}/contact`);
    await waitForHydration(page);
    await expect(chatScreen(page).button).toHaveCount(0);
    const card = page.locator("#chat");
    await expect(card).toContainText("Chat With Us");
    await expect(card.getByRole("link", { name: "(254) 555-0142" })).toBeVisible();
    await page.goto("about:blank");
    await server.stop();
  });

  test("script: the third-party script loads on click", async ({ page }) => {
    await page.context().unrouteAll();
    await page.route("https://widget.example/**", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "document.body.dataset.widget = 'here'",
      }),
    );
    const server = await startWith("  provider: script\n  script: https://widget.example/w.js\n");
    await page.goto(`${server.origin}/about`);
    await waitForHydration(page);
    await chatScreen(page).button.click();
    await expect(page.locator("body[data-widget=here]")).toHaveCount(1);
    await expect(chatScreen(page).button).toHaveCount(0);
    await page.goto("about:blank");
    await server.stop();
  });
});

test("a chat panel that fails to load can be retried and leaves the page usable", async ({
  page,
  errorLog,
}) => {
  errorLog.allow(/ERR_FAILED/);
  await page.route("**/assets/chat-panel-*.js", (route) => route.abort());
  await page.goto("/about");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Chat" }).click();
  const failure = page.getByRole("alertdialog", { name: "Chat" });
  await expect(failure).toContainText(/The chat could not be loaded\. Please call \(\d{3}\)/);
  await expect(siteScreen(page).title).toBeVisible();
  await expect(siteScreen(page).footer).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.unroute("**/assets/chat-panel-*.js");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog").getByLabel("Your message")).toBeFocused();
  await expect(failure).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test("the chat card shows the phone number", async ({ page }) => {
    await page.goto("/contact");
    await expect(page.getByRole("button", { name: "Chat" })).toBeHidden();
    await expect(page.getByText(/^Use the chat button/)).toBeHidden();
    await expect(page.locator("#chat").getByRole("link", { name: /^\(/ })).toBeVisible();
  });
});

for (const theme of themes) {
  test(`the chat is accessible on a small phone in the ${theme} theme`, async ({
    page,
    server,
  }) => {
    await storeTheme(page, theme);
    await page.setViewportSize({ width: 360, height: 640 });
    const chat = chatScreen(page);
    await page.goto("/contact");
    await chat.open();
    await chat.send("A question with averyveryveryveryveryveryveryveryveryverylongword");
    await expect(chat.messages).not.toContainText("Sending");
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectNoHorizontalScroll(page);
    await saveScreenshot(page, `visitor-${theme}`);

    await chat.box.press("Escape");
    const inbox = await openInbox(page, server);
    expect(await accessibilityViolations(page)).toEqual([]);
    await saveScreenshot(page, `inbox-${theme}`);
    await inbox.openConversation("averyvery");
    await inbox.send("An answer");
    await expect(inbox.messages).not.toContainText("Sending");
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectNoHorizontalScroll(page);
    await saveScreenshot(page, `thread-${theme}`);
  });
}

/** Saves a screenshot if PERIMETER_SHOTS names a folder. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.PERIMETER_SHOTS;
  if (folder) writeFileSync(join(folder, `chat-${name}.png`), await page.screenshot());
}
