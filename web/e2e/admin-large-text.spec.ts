import type { Page } from "@playwright/test";
import { expect, sweep, test } from "./harness/test";
import { adminScreen, signIn, uniqueName } from "./screens/admin";
import { chatScreen, openInbox } from "./screens/chat";

const longName = "Bartholomew-Featherstonehaugh";

/** Text twice as large as usual on a small phone. */
async function enlargeText(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}

/** Waits until nothing is cut off or reaches beyond the screen. */
async function expectNothingTooWide(page: Page, message: string): Promise<void> {
  await expect.poll(() => page.evaluate(tooWide), message).toEqual([]);
}

/** The elements that reach beyond the screen or cut off what they contain; runs in the page. */
function tooWide(): string[] {
  const top = document.querySelector("[role=dialog]") ?? document.body;
  return [...top.querySelectorAll<HTMLElement>("*")]
    .filter((element) => {
      if (element.closest("[aria-hidden=true], .truncate, input, textarea")) return false;
      const { left, right, width } = element.getBoundingClientRect();
      if (width <= 1) return false; // only for screen readers
      // Not scrollWidth, which also counts a background that reaches beyond the element, nor a range
      // over all of the content, which also counts what an element in it truncates.
      const child = document.createRange();
      const cutsOff =
        getComputedStyle(element).overflowX !== "visible" &&
        [...element.childNodes].some((node) => {
          child.selectNode(node);
          const box = node instanceof Element ? node : child;
          return box.getBoundingClientRect().right > right + 1;
        });
      return cutsOff || left < 0 || right > document.documentElement.clientWidth;
    })
    .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent}`);
}

test(
  "with large text on a phone, the previews of Site Content fit",
  sweep,
  async ({ page, server }) => {
    await signIn(page, server);
    const screen = adminScreen(page);
    await screen.open("content");
    await enlargeText(page);
    await screen.button("Enable Editing").click();
    for (const section of ["Home", "About", "Services", "Contact", "Blog"]) {
      await screen.button(section).click();
      await expectNothingTooWide(page, section);
    }
  },
);

test(
  "with large text on a phone, a thread in Messages fits",
  sweep,
  async ({ newPage, page, server }) => {
    const visitor = await newPage();
    await visitor.goto("/contact");
    const chat = chatScreen(visitor);
    await chat.open();
    const question = uniqueName("Do you treat brown-recluse-spiders");
    await chat.send(question);
    await showAllBadges(page);
    const inbox = await openInbox(page, server);
    await enlargeText(page);
    await expect(inbox.sheet.getByText(longName).first()).toBeVisible();
    await expectNothingTooWide(page, "the list");
    await inbox.openConversation(question);
    await expectNothingTooWide(page, "the thread");
  },
);

/** Shows each conversation as unread, closed and assigned to somebody with a long name. */
async function showAllBadges(page: Page): Promise<void> {
  const assignee = { id: 1, name: longName };
  await page.route("**/api/admin/chat/people", (route) =>
    route.fulfill({ json: { success: true, data: [assignee, { id: 2, name: "Pat" }] } }),
  );
  await page.route("**/api/admin/chat?*", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { conversations: object[] } };
    for (const one of answer.data.conversations) {
      Object.assign(one, { assignee, closed: true, unread: 12 });
    }
    await route.fulfill({ response, json: answer });
  });
}
