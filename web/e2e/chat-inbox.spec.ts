import type { PlaywrightWorkerArgs } from "@playwright/test";
import type { Server } from "./harness/server";
import { expect, randomIp, test } from "./harness/test";
import { uniqueName } from "./screens/admin";
import { chatScreen, openInbox } from "./screens/chat";

/** Sends a message of a new visitor with a client IP of its own. */
async function writeAs(
  playwright: PlaywrightWorkerArgs["playwright"],
  server: Server,
  text: string,
): Promise<void> {
  const request = await playwright.request.newContext({
    baseURL: server.origin,
    extraHTTPHeaders: {
      Origin: server.origin,
      "X-Forwarded-For": randomIp(),
    },
  });
  const response = await request.post("/api/chat/messages", {
    data: { key: uniqueName("key"), text, page: "/" },
  });
  await expect(response, await response.text()).toBeOK();
  await request.dispose();
}

test.describe("an inbox of more than one page", () => {
  test.use({ settings: { args: ["--starter=false"] } });

  test("shows the rest after Load More, and finds what is not on the first page", async ({
    page,
    playwright,
    server,
  }) => {
    // Those of an earlier run of this test are older.
    const visitors = 60;
    const ants = uniqueName("ants");
    const scorpions = uniqueName("scorpions");
    for (let i = 0; i < visitors; i++) {
      await writeAs(playwright, server, `Question ${i} about ${i === 3 ? scorpions : ants}`);
    }
    const inbox = await openInbox(page, server);
    const rows = inbox.sheet.getByRole("listitem").filter({ hasText: /ants-|scorpions-/ });
    const mine = rows.filter({ hasText: new RegExp(`${ants}|${scorpions}`) });
    const more = inbox.sheet.getByRole("button", { name: "Load More" });
    await expect(more).toBeVisible();
    await expect(mine.filter({ hasText: "Question 59" })).toBeVisible();
    await expect(mine.filter({ hasText: scorpions })).toHaveCount(0);

    const search = inbox.sheet.getByRole("searchbox", { name: "Search messages" });
    await search.fill(scorpions.toUpperCase());
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(`Question 3 about ${scorpions}`);
    await search.fill("no such pest");
    await expect(inbox.sheet).toContainText("No message matches the search");
    await search.fill("");
    await expect(mine.filter({ hasText: "Question 59" })).toBeVisible();

    while (await more.isVisible()) {
      const shown = await rows.count();
      await more.click();
      await expect.poll(() => rows.count()).toBeGreaterThan(shown);
    }
    await expect(mine).toHaveCount(visitors);
    const texts = (await mine.allTextContents()).map((text) => /Question \d+/.exec(text)?.[0]);
    expect(new Set(texts).size, "each conversation once").toBe(visitors);
    await search.fill(scorpions);
    await inbox.openConversation(scorpions);
    await expect(inbox.messages).toContainText(`Question 3 about ${scorpions}`);
  });
});

test("a visitor deletes their conversation, for the staff too", async ({
  page,
  newPage,
  server,
}) => {
  const text = uniqueName("Please forget this");
  const chat = chatScreen(page);
  await page.goto("/about");
  await chat.open();
  await chat.send(text);
  await expect(chat.messages).not.toContainText("Sending");
  const inbox = await openInbox(await newPage(), server);
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
  const next = uniqueName("A new question");
  await chat.send(next);
  await expect(chat.messages).not.toContainText("Sending");
  await expect(inbox.sheet).toContainText(next);
});
