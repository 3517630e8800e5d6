import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { Server } from "./harness/server";
import { accessibilityFaults, expect, hydrated, test } from "./harness/test";
import { adminScreen, signIn } from "./screens/admin";
import { chatScreen, inboxScreen } from "./screens/chat";

/** A window of somebody else, with cookies of its own. */
async function newWindow(browser: Browser, server: Server): Promise<Page> {
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

// Two windows each, and time for the server to notice what they do.
test.slow();

test("a visitor and the staff talk, live in both windows", async ({ page, browser, server }) => {
  const office = await newWindow(browser, server);
  const inbox = await openInbox(office, server);
  const chat = chatScreen(page);
  await page.goto("/services");
  await chat.open();
  await expect(chat.panel).toContainText("Somebody is here now");

  await chat.write("I have ants. See https://bait.example/");
  await inbox.choose("I have ants.");
  await expect(inbox.messages).toContainText("https://bait.example/");
  await expect(inbox.messages.getByRole("link")).toHaveCount(0);
  await expect(inbox.sheet).toContainText("Began on /services");
  await inbox.write("Where did you see them?");
  await expect(chat.messages).toContainText("Where did you see them?");
  await expect(chat.messages).toContainText(server.admin.fullName);

  await inbox.sheet.getByLabel("Quick reply").selectOption({ index: 1 });
  await expect(inbox.box).not.toHaveValue("");
  await inbox.box.press("Enter");
  await expect(chat.messages).toContainText("Give me a minute");

  await inbox.sheet.getByRole("button", { name: "Close Conversation" }).click();
  await expect(chat.messages).toContainText("This conversation was closed");
  await chat.write("One more thing");
  await expect(chat.messages).not.toContainText("This conversation was closed");
  await expect(inbox.messages).toContainText("One more thing");

  await inbox.sheet.getByRole("button", { name: "Delete" }).click();
  await office.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(inbox.sheet).not.toContainText("One more thing");
  await expect(chat.messages).not.toContainText("One more thing");
  await office.context().close();
});

test("the conversation survives a reload, a change of page and a closed panel", async ({
  page,
  browser,
  server,
}) => {
  const chat = chatScreen(page);
  await page.goto("/");
  await chat.open();
  await chat.write("Do you treat scorpions?");
  await expect(chat.messages).not.toContainText("Sending");
  await page.reload();
  await expect(chat.messages).toContainText("Do you treat scorpions?");
  await page.getByRole("banner").getByRole("link", { name: "Services" }).first().click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(chat.messages).toContainText("Do you treat scorpions?");
  await page.keyboard.press("Tab");
  await chat.box.press("Escape");
  await expect(chat.panel).toHaveCount(0);
  await expect(chat.button).toBeFocused();

  const office = await newWindow(browser, server);
  const inbox = await openInbox(office, server);
  await inbox.choose("Do you treat scorpions?");
  await inbox.write("We do!");
  await expect(chat.button).toContainText("1 unread");
  await page.reload();
  await expect(chat.button).toContainText("1 unread");
  await chat.open();
  await expect(chat.messages).toContainText("We do!");
  await expect(chat.button).not.toContainText("unread");
  await office.context().close();
});

test("what staff have begun to write waits for them", async ({ page, browser, server }) => {
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  await chat.write("There are wasps in the attic");
  const office = await newWindow(browser, server);
  const inbox = await openInbox(office, server);
  await inbox.choose("There are wasps in the attic");
  await inbox.box.fill("Good morning!");
  await inbox.sheet.getByLabel("Quick reply").selectOption({ index: 1 });
  await expect(inbox.box).toHaveValue(/^Good morning! .*Give me a minute/);
  const written = await inbox.box.inputValue();

  await office.keyboard.press("Escape");
  await expect(inbox.sheet).toHaveCount(0);
  const screen = adminScreen(office);
  await screen.tab("Images").click();
  await expect(screen.panel.getByRole("heading", { name: "Image Manager" })).toBeVisible();
  await screen.logout.click();
  await screen.alert.getByRole("button", { name: "Keep Editing" }).click();
  await inbox.open();
  await inbox.choose("There are wasps in the attic");
  await expect(inbox.box).toHaveValue(written);
  await office.keyboard.type(" Bye");
  await expect(inbox.box).toHaveValue(`${written} Bye`);
  await inbox.sheet.getByRole("button", { name: "Send" }).click();
  await expect(chat.messages).toContainText(`${written} Bye`);
  await expect(inbox.box).toHaveValue("");
  await office.context().close();
});

test("a lost connection in the middle loses nothing and shows nothing twice", async ({
  page,
  browser,
  server,
  complaints,
}) => {
  complaints.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|net::ERR/);
  const office = await newWindow(browser, server);
  const inbox = await openInbox(office, server);
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  await chat.write("Are you still there?");
  await inbox.choose("Are you still there?");

  await page.context().setOffline(true);
  await chat.write("Written offline");
  await expect(chat.messages).toContainText("could not be sent");
  await inbox.write("Answered meanwhile");
  await page.context().setOffline(false);
  await chat.messages.getByRole("button", { name: "Try again" }).click();
  await expect(chat.messages.getByText("Answered meanwhile")).toHaveCount(1);
  await expect(chat.messages.getByText("Written offline")).toHaveCount(1);
  await expect(inbox.messages.getByText("Written offline")).toHaveCount(1);
  await inbox.write("Back again");
  await expect(chat.messages.getByText("Back again")).toHaveCount(1);
  await expect(chat.messages.getByText("Are you still there?")).toHaveCount(1);
  await office.context().close();
});

test("a flood is stopped with a word", async ({ page, complaints }) => {
  complaints.allow(/status of 429/);
  const chat = chatScreen(page);
  await page.goto("/contact");
  await chat.open();
  // However fast the machine is: sooner or later it is too much.
  const stopped = chat.messages.getByText("That is a lot of messages at once.").first();
  await expect(async () => {
    for (let i = 0; i < 5; i++) await chat.write("Message");
    await expect(stopped).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [0] });
  await expect(chat.messages.getByRole("button", { name: "Try again" }).first()).toBeVisible();
});

test.describe("when nobody is there", () => {
  // A Sunday, on which the company is closed by default; and a Monday morning.
  const sunday = new Date("2026-03-01T18:00:00Z");
  const monday = new Date("2026-03-02T16:00:00Z");
  let empty: Server;
  test.beforeAll(async () => {
    empty = await Server.start();
  });
  test.afterAll(() => empty.stop());
  test.beforeEach(async ({ page }) => {
    // The other server is as much our own.
    await page.context().unrouteAll();
  });

  test("outside business hours it says so, when someone is back, and asks for a number", async ({
    page,
  }) => {
    await page.clock.setFixedTime(sunday);
    const chat = chatScreen(page);
    await page.goto(`${empty.origin}/about`);
    await chat.open();
    await expect(chat.panel).toContainText("Closed now");
    await expect(chat.messages).toContainText("opens tomorrow at 8:00 AM");
    await expect(chat.messages.getByRole("link", { name: "(254) 555-0142" })).toBeVisible();
    await chat.write("Please call me back");
    const form = chat.panel.getByRole("form", { name: "How to reach you" });
    await form.getByLabel("Name").fill("Sam Sample");
    await form.getByLabel("Phone or e-mail").fill("(254) 555-0100");
    await form.getByRole("button", { name: "Leave my details" }).click();
    await expect(chat.messages).toContainText("We will reach you at (254) 555-0100.");
    await expect(form).toHaveCount(0);
  });

  test("in business hours it asks only after a while without an answer", async ({ page }) => {
    await page.clock.install({ time: monday });
    const chat = chatScreen(page);
    await page.goto(`${empty.origin}/about`);
    await chat.open();
    await expect(chat.panel).toContainText("We answer as soon as we can");
    const form = chat.panel.getByRole("form", { name: "How to reach you" });
    await chat.write("Hello?");
    await expect(chat.messages).not.toContainText("Sending");
    await expect(form).toHaveCount(0);
    // The server's clock stamps the message; the visitor's tells how long ago that was.
    await page.clock.setFixedTime(new Date(Date.now() + 61_000));
    await page.clock.runFor(6_000);
    await expect(form).toBeVisible();
  });
});

test("the panel's code is loaded only when the button is pressed", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("/");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((path) => /chat/.test(path))).toEqual([]);
  await chatScreen(page).open();
  expect(loaded.filter((path) => /chat-panel/.test(path))).not.toEqual([]);
});

test.describe("with another provider in the site file", () => {
  const folder = mkdtempSync(join(tmpdir(), "perimeter-chat-"));
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The sample company with another provider of its chat. */
  async function start(chat: string): Promise<Server> {
    const sample = resolve(import.meta.dirname, "../../internal/site/identity.yaml");
    const file = join(folder, "site.yaml");
    const text = readFileSync(sample, "utf8");
    expect(text).toContain("  provider: own\n");
    writeFileSync(file, text.replace("  provider: own\n", chat));
    return Server.start({ args: ["--site", file] });
  }

  test("nobody's chat has no button, and the card points to the phone", async ({ page }) => {
    await page.context().unrouteAll();
    const quiet = await start("  provider: none\n");
    await page.goto(`${quiet.origin}/contact`);
    await hydrated(page);
    await expect(chatScreen(page).button).toHaveCount(0);
    const card = page.locator("#chat");
    await expect(card).toContainText("Chat With Us");
    await expect(card.getByRole("link", { name: "(254) 555-0142" })).toBeVisible();
    await page.goto("about:blank");
    await quiet.stop();
  });

  test("another company's script runs once the button is pressed", async ({ page }) => {
    await page.context().unrouteAll();
    await page.route("https://widget.example/**", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "document.body.dataset.widget = 'here'",
      }),
    );
    const server = await start("  provider: script\n  script: https://widget.example/w.js\n");
    await page.goto(`${server.origin}/about`);
    await hydrated(page);
    await chatScreen(page).button.click();
    await expect(page.locator("body[data-widget=here]")).toHaveCount(1);
    await expect(chatScreen(page).button).toHaveCount(0);
    await page.goto("about:blank");
    await server.stop();
  });
});

for (const theme of ["light", "dark"] as const) {
  test(`the chat is accessible on a small phone in the ${theme} theme`, async ({
    page,
    server,
  }) => {
    await page.addInitScript((value) => localStorage.setItem("perimeter-theme", value), theme);
    await page.setViewportSize({ width: 360, height: 640 });
    const chat = chatScreen(page);
    await page.goto("/contact");
    await chat.open();
    await chat.write("A question with averyveryveryveryveryveryveryveryveryverylongword");
    await expect(chat.messages).not.toContainText("Sending");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
    await shot(page, `visitor-${theme}`);

    await chat.box.press("Escape");
    const inbox = await openInbox(page, server);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shot(page, `inbox-${theme}`);
    await inbox.choose("averyvery");
    await inbox.write("An answer");
    await expect(inbox.messages).not.toContainText("Sending");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
    await shot(page, `thread-${theme}`);
  });
}

/** Leaves a picture for people to look at, if somebody asked for it. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.PERIMETER_SHOTS;
  if (folder) writeFileSync(join(folder, `chat-${name}.png`), await page.screenshot());
}
