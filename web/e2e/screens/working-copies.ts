import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { AdminApi } from "../harness/admin-api";
import { adminScreen, uniqueName } from "./admin";

export const continueButton = /^Continue where you left off \(/;

/** Waits until the server has stored a working copy that contains the text. */
export function waitForCopy(page: Page, text = "") {
  return page.waitForResponse(
    (response) =>
      response.url().includes("/api/admin/working-copies/") &&
      response.request().method() === "PUT" &&
      (response.request().postData() ?? "").includes(text) &&
      response.ok(),
  );
}

/** Locators of the dialog of a post. */
export function postDialog(page: Page) {
  const { dialog } = adminScreen(page);
  return {
    dialog,
    title: dialog.getByRole("textbox", { name: "Title", exact: true }),
    content: dialog.getByRole("textbox", { name: "Content", exact: true }),
    resume: dialog.getByRole("button", { name: continueButton }),
  };
}

/** How one of the tabs ends. */
export interface Kill {
  /** Whether it crashes first. */
  crash: boolean;
  /** When: after a word, after so many milliseconds of typing, or once the server has a copy. */
  until: "typed" | "stored" | number;
}

/**
 * Types an article in one tab after the other, each of which is killed. Expects that what was typed
 * two seconds before is always kept. Returns how many characters were typed and lost.
 */
export async function typeInKilledTabs(
  context: BrowserContext,
  adminApi: AdminApi,
  kills: Kill[],
): Promise<{ typed: number; lost: number }> {
  const slug = uniqueName("killed");
  let text = "Begin.";
  await adminApi.save("/api/admin/blog-posts", {
    title: slug,
    slug,
    excerpt: "Typed in many tabs",
    content: text,
  });
  let certain = text; // what was typed two seconds before the tab was killed
  let [typed, lost] = [0, 0];

  /** Opens the article in a new tab. Expects in all but the first that what was typed is offered. */
  const open = async (round: number): Promise<Page> => {
    const tab = await context.newPage();
    const screen = adminScreen(tab);
    const { content, resume } = postDialog(tab);
    await screen.open("posts");
    await screen.button(`Edit ${slug}`).click();
    if (round === 0) return tab;
    // There are two if the tab ended before this browser had the copy of what it continued with.
    await resume.first().click();
    await expect(content).not.toHaveValue("Begin.");
    const kept = await content.inputValue();
    expect(text.startsWith(kept), `round ${round}: "${kept}" was not typed`).toBe(true);
    expect(kept.length, `round ${round}`).toBeGreaterThanOrEqual(certain.length);
    lost += text.length - kept.length;
    text = kept;
    certain = kept;
    return tab;
  };

  for (const [round, { crash, until }] of kills.entries()) {
    const tab = await open(round);
    await postDialog(tab).content.focus();
    await tab.keyboard.press("Control+End");
    const stored = until === "stored" ? waitForCopy(tab, ` ${round}.0`) : undefined;
    const end = typeof until === "number" ? Date.now() + until : 0;
    const entered: { at: number; text: string }[] = [];
    while (entered.length === 0 || Date.now() < end) {
      const word = ` ${round}.${entered.length}`;
      await tab.keyboard.insertText(word);
      text += word;
      typed += word.length;
      entered.push({ at: Date.now(), text });
    }
    await stored;
    if (stored) certain = text;
    if (crash) {
      const crashed = tab.waitForEvent("crash");
      const session = await context.newCDPSession(tab);
      session.send("Page.crash").catch(() => {});
      await crashed;
    }
    const killed = Date.now();
    await tab.close();
    for (const entry of entered) if (entry.at < killed - 2000) certain = entry.text;
  }
  await (await open(kills.length)).close();
  return { typed, lost };
}
