import type { Locator, Page } from "@playwright/test";
import { holdRequests } from "./harness/routes";
import { accessibilityViolations, expect, test, waitForHydration } from "./harness/test";
import { uniqueName } from "./screens/admin";
import { chatScreen, openInbox } from "./screens/chat";

/** Types until the other side is told so. A sign of typing is over after seconds, however late it came. */
async function typeUntil(box: Locator, text: string, messages: Locator, sign: string) {
  await expect(async () => {
    await box.pressSequentially(text);
    await expect(messages).toContainText(sign, { timeout: 4000 });
  }).toPass();
}

test.describe("with a mail server", () => {
  test.use({ settings: ({ mail }, use) => use({ env: mail.settings }) });

  test("an answer reaches a visitor who has left", async ({
    page: office,
    newPage,
    server,
    mail,
    adminApi,
  }) => {
    await adminApi.openAroundTheClock();
    const inbox = await openInbox(office, server);
    const ann = `${uniqueName("ann")}@example.com`;
    const first = await newPage();
    const chat = chatScreen(first);
    await first.goto("/about");
    await chat.open();
    await expect(chat.panel).toContainText("Somebody is here now");

    const leave = chat.messages.getByRole("button", { name: "Leave my details" });
    await expect(leave).toHaveCount(0);
    const question = uniqueName("There are ants in my kitchen");
    await chat.send(question);
    await leave.click();
    const form = chat.messages.getByRole("form", { name: "Where to send our answer" });
    await form.getByLabel("Name").fill("Ann Sample");
    await form.getByLabel("Phone or e-mail").fill("asdf");
    await form.getByRole("button", { name: "Add to this chat" }).click();
    await expect(form).toContainText("We could not read that as a phone number");
    await form.getByLabel("Phone or e-mail").fill(ann);
    expect(await accessibilityViolations(first)).toEqual([]);
    await form.getByRole("button", { name: "Add to this chat" }).click();
    await expect(chat.messages).toContainText(`We will reach you at ${ann}.`);
    await expect(chat.messages).not.toContainText("Sending");
    await first.context().close();
    const notices = () => mail.mails.filter(({ to }) => to === mail.owner).map(({ text }) => text);
    await expect.poll(() => notices().join()).toContain(ann);

    await inbox.openConversation(question);
    await expect(inbox.sheet.getByRole("link", { name: ann })).toBeVisible();
    await inbox.send("We can come on Monday at nine.");
    const letter = () => mail.mails.find(({ to }) => to === ann)?.text ?? "";
    await expect.poll(letter).toContain("We can come on Monday at nine.");
    await expect(inbox.messages).toContainText("Sent by e-mail");
    const link = /http:\S+#chat=\w+/.exec(letter())?.[0] ?? "";
    expect(link).toContain(`${server.origin}/contact#chat=`);

    const second = await newPage();
    const again = chatScreen(second);
    await second.goto(link);
    await expect(again.messages).toContainText(question);
    await expect(again.messages).toContainText("We can come on Monday at nine.");
    await expect(second).toHaveURL(/\/contact$/);
    expect(await second.evaluate(() => document.activeElement?.tagName)).not.toBe("TEXTAREA");
    await expect(inbox.messages).toContainText("Seen");

    await typeUntil(again.box, "Fine", inbox.messages, "Visitor is typing…");
    await typeUntil(inbox.box, "See", again.messages, "Somebody is typing…");
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
    // So it is not sent by e-mail.
    await expect(inbox.messages).toContainText(/See you then\..*Seen/);

    await inbox.sheet.getByRole("button", { name: "All messages" }).click();
    await inbox.sheet.getByRole("switch", { name: "Available" }).click();
    await expect(again.panel).toContainText("We answer as soon as we can");
    await inbox.sheet.getByRole("switch", { name: "Available" }).click();
    await expect(again.panel).toContainText("Somebody is here now");

    const third = await newPage();
    await third.goto(link);
    await expect(third.locator("#chat").getByRole("alert")).toContainText(
      "This link does not work any more",
    );
  });
});

test("links and the card on the contact page open the chat", async ({ page }) => {
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
  await page.getByRole("button", { name: "Start a chat" }).click();
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
    (page: Page) => page.getByRole("button", { name: "Start a chat" }).tap(),
  ],
  ["a link", "/services", (page: Page) => page.getByRole("link", { name: "Chat With Us" }).tap()],
] as const) {
  test(`a tap on ${name} before the scripts have loaded opens the chat`, async ({ newPage }) => {
    const page = await newPage({ viewport: { width: 360, height: 640 }, hasTouch: true });
    const release = await holdRequests(page, "**/assets/*.js");
    await page.goto(path, { waitUntil: "commit" });
    await tap(page);
    if (name === "a link") await expect(page).toHaveURL(/\/contact/);
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

test("a sentence on the home page is ready to send in the chat", async ({ page }) => {
  await page.goto("/");
  await waitForHydration(page);
  const chat = chatScreen(page);
  const sentences = page.getByRole("region", { name: "What did you see?" });
  await sentences.getByRole("link", { name: "There are ants in the kitchen." }).click();
  await expect(chat.box).toHaveValue("There are ants in the kitchen.");
  await sentences.getByRole("link", { name: "Mosquitoes come out at dusk." }).click();
  await expect(chat.box).toHaveValue("Mosquitoes come out at dusk.");
  await expect(page).toHaveURL("/");
  await chat.panel.getByRole("button", { name: "There are mud tubes on a wall." }).click();
  await expect(chat.box).toHaveValue("There are mud tubes on a wall.");
});

for (const [name, path, line] of [
  ["Schedule Free Estimate", "/", "I would like a free estimate."],
  [
    "Request a Free Quote",
    "/services/termite-control",
    "I would like a free quote: Termite Control.",
  ],
] as const) {
  test(`${name} leads to the chat card with a line ready, also before the scripts have loaded`, async ({
    newPage,
  }) => {
    const page = await newPage({ viewport: { width: 360, height: 640 }, hasTouch: true });
    const chat = chatScreen(page);
    const card = page.locator("#chat");
    const release = await holdRequests(page, "**/assets/*.js");
    for (const isEarly of [true, false]) {
      await page.goto(path, { waitUntil: "commit" });
      if (!isEarly) await waitForHydration(page);
      await page.getByRole("link", { name }).tap();
      await expect(page).toHaveURL(/\/contact$/);
      release();
      await expect(card).toContainText(`“${line}” is ready to send.`);
      await expect(card).toHaveCSS("outline-style", "solid");
      await expect(chat.panel).toHaveCount(0);
      await card.getByRole("button", { name: "Start a chat" }).tap();
      await expect(chat.box).toHaveValue(line);
      await chat.box.press("Escape");
    }
  });
}
