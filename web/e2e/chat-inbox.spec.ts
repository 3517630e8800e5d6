import type { Browser, PlaywrightWorkerArgs } from "@playwright/test";
import { Server } from "./harness/server";
import { expect, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";
import { chatScreen, inboxScreen } from "./screens/chat";

/** Sends a message of a new visitor with a client IP of its own. */
async function writeAs(
  playwright: PlaywrightWorkerArgs["playwright"],
  server: Server,
  visitor: number,
  text: string,
): Promise<void> {
  const request = await playwright.request.newContext({
    baseURL: server.origin,
    extraHTTPHeaders: {
      Origin: server.origin,
      "X-Forwarded-For": `198.51.${100 + Math.floor(visitor / 200)}.${visitor % 200}`,
    },
  });
  const response = await request.post("/api/chat/messages", {
    data: { key: uniqueName("key"), text, page: "/" },
  });
  await expect(response, await response.text()).toBeOK();
  await request.dispose();
}

/** Opens the inbox in a browser context of its own. */
async function openInbox(browser: Browser, server: Server) {
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  await signIn(page, server);
  await adminScreen(page).open();
  const inbox = inboxScreen(page);
  await inbox.open();
  return inbox;
}

test.slow();

test.describe("an inbox of more than one page", () => {
  const visitors = 60;
  let busy: Server;

  test.beforeAll(async ({ playwright }) => {
    busy = await Server.start({ args: ["--trusted-proxies", "127.0.0.0/8"] });
    for (let i = 0; i < visitors; i++) {
      await writeAs(playwright, busy, i, `Question ${i} about ${i === 3 ? "scorpions" : "ants"}`);
    }
  });
  test.afterAll(() => busy.stop());

  test("shows the rest after Load More, each conversation once", async ({ browser }) => {
    const inbox = await openInbox(browser, busy);
    const rows = inbox.sheet.getByRole("listitem");
    const more = inbox.sheet.getByRole("button", { name: "Load More" });
    await expect(more).toBeVisible();
    const first = await rows.count();
    expect(first).toBeLessThan(visitors);
    await more.click();
    await expect(rows).toHaveCount(visitors);
    await expect(more).toHaveCount(0);
    const texts = (await rows.allTextContents()).map((text) => /Question \d+/.exec(text)?.[0]);
    expect(new Set(texts).size).toBe(visitors);
  });

  test("finds a conversation that is not on the first page", async ({ browser }) => {
    const inbox = await openInbox(browser, busy);
    const rows = inbox.sheet.getByRole("listitem");
    await expect(rows.filter({ hasText: "Question 59" })).toBeVisible();
    await expect(rows.filter({ hasText: "scorpions" })).toHaveCount(0);
    const search = inbox.sheet.getByRole("searchbox", { name: "Search messages" });
    await search.fill("SCORPIONS");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Question 3 about scorpions");
    await search.fill("no such pest");
    await expect(inbox.sheet).toContainText("No message matches the search");
    await search.fill("");
    await expect(rows.filter({ hasText: "Question 59" })).toBeVisible();
    await search.fill("scorpions");
    await inbox.openConversation("scorpions");
    await expect(inbox.messages).toContainText("Question 3 about scorpions");
  });
});

test("a visitor deletes their conversation, for the staff too", async ({
  page,
  browser,
  server,
}) => {
  const text = uniqueName("Please forget this");
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  await chat.send(text);
  await expect(chat.messages).not.toContainText("Sending");
  const inbox = await openInbox(browser, server);
  await expect(inbox.sheet).toContainText(text);

  const ask = chat.panel.getByRole("button", { name: "Delete this conversation" });
  await ask.click();
  const question = chat.panel.getByRole("group", { name: "Delete this conversation" });
  await question.getByRole("button", { name: "Keep" }).click();
  await expect(chat.messages).toContainText(text);
  await ask.click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(chat.messages).not.toContainText(text);
  await expect(chat.box).toBeFocused();
  await expect(inbox.sheet).not.toContainText(text);

  await page.reload();
  await expect(chat.box).toBeVisible();
  await expect(chat.messages).not.toContainText(text);
  await chat.send("A new question");
  await expect(chat.messages).not.toContainText("Sending");
  await expect(inbox.sheet).toContainText("A new question");
});
