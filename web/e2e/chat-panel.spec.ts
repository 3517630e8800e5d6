import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  accessibilityViolations,
  expect,
  expectNoHorizontalScroll,
  test,
  violationsInBothThemes,
  waitForHydration,
  waitForLoad,
} from "./harness/test";
import { uniqueName } from "./screens/admin";
import { chatScreen, openInbox } from "./screens/chat";
import { phone, siteScreen } from "./screens/site";

test.describe("when no staff are online", () => {
  // The company is closed on Sundays by default, and open on Monday morning.
  const sunday = new Date("2026-03-01T18:00:00Z");
  const monday = new Date("2026-03-02T16:00:00Z");
  test.use({ settings: { apart: "unstaffed" } });

  test("outside business hours it shows the next opening and asks for contact details", async ({
    page,
  }) => {
    await page.clock.setFixedTime(sunday);
    const chat = chatScreen(page);
    await page.goto("/about");
    await chat.open();
    await expect(chat.panel).toContainText("Closed now");
    await expect(chat.messages).toContainText("opens tomorrow at 8:00 AM");
    await expect(chat.panel.getByRole("link", { name: "(254) 555-0142" })).toBeVisible();
    await chat.send("Please call me back");
    const form = chat.messages.getByRole("form", { name: "Where to send our answer" });
    await form.getByLabel("Name").fill("Sam Sample");
    await form.getByLabel("Phone or e-mail").fill("(254) 555-0100");
    await form.getByRole("button", { name: "Add to this chat" }).click();
    await expect(chat.messages).toContainText("We will reach you at (254) 555-0100.");
    await expect(form).toHaveCount(0);
  });

  test("on a phone its first screen has who answers, the phone number and what people see", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const chat = chatScreen(page);
    for (const [time, greeting] of [
      [sunday, "We are closed right now"],
      [monday, "Tell us what you have seen and where."],
    ] as const) {
      await page.clock.setFixedTime(time);
      await page.goto("/about");
      await chat.open();
      const inSight = [
        chat.panel.getByRole("link", { name: "(254) 555-0142" }),
        chat.messages.getByText("Sam Sample and Pat Placeholder"),
        chat.messages.getByText(greeting),
        chat.panel.getByRole("button", { name: "I found wings on a window sill." }),
        chat.photoButton,
        chat.sendButton,
      ];
      for (const part of inSight) await expect(part).toBeInViewport({ ratio: 1 });
      const sentences = chat.panel.getByRole("list", { name: "What did you see?" });
      await expect(sentences.getByRole("listitem")).toHaveCount(6);
      await expect(page.getByRole("complementary", { name: "Quick contact" })).toHaveCSS(
        "opacity",
        "0",
      );
      await chat.box.press("Escape");
    }
  });

  test("in business hours it asks for contact details only after a minute without an answer", async ({
    page,
  }) => {
    await page.clock.install({ time: monday });
    const chat = chatScreen(page);
    await page.goto("/about");
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
  await page.setViewportSize({ width: 360, height: 600 });
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
  await waitForLoad(page);
  expect(loaded.filter((path) => /chat/.test(path))).toEqual([]);
  await chatScreen(page).open();
  expect(loaded.filter((path) => /chat-panel/.test(path))).not.toEqual([]);
});

test.describe("provider in the site file", () => {
  /** A site of the sample company with these chat settings. */
  function siteWith(chat: string): Parameters<typeof test.use>[0] {
    return {
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
      settings: async ({}, use, testInfo) => {
        const sample = resolve(import.meta.dirname, "../../internal/company/identity.yaml");
        const text = readFileSync(sample, "utf8");
        expect(text).toContain("  provider: own\n");
        const file = testInfo.outputPath("site.yaml");
        writeFileSync(file, text.replace("  provider: own\n", chat));
        await use({ args: ["--site", file] });
      },
    };
  }

  test.describe("none", () => {
    test.use(siteWith("  provider: none\n"));

    test("there is no button and the card shows the phone number", async ({ page }) => {
      await page.goto("/contact");
      await waitForHydration(page);
      await expect(chatScreen(page).button).toHaveCount(0);
      const card = page.locator("#chat");
      await expect(card).toContainText("Chat With Us");
      await expect(card.getByRole("link", { name: "(254) 555-0142" })).toBeVisible();
    });
  });

  test.describe("script", () => {
    test.use(siteWith("  provider: script\n  script: https://widget.example/w.js\n"));

    test("the third-party script loads on click", async ({ page }) => {
      await page.route("https://widget.example/**", (route) =>
        route.fulfill({
          contentType: "text/javascript",
          body: "document.body.dataset.widget = 'here'",
        }),
      );
      await page.goto("/about");
      await waitForHydration(page);
      await chatScreen(page).button.click();
      await expect(page.locator("body[data-widget=here]")).toHaveCount(1);
      await expect(chatScreen(page).button).toHaveCount(0);
    });
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

test("the chat is accessible on a small phone in both themes", async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const chat = chatScreen(page);
  await page.goto("/contact");
  await chat.open();
  const question = `A question with ${uniqueName("very".repeat(10))}`;
  await chat.send(question);
  await expect(chat.messages).not.toContainText("Sending");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await expectNoHorizontalScroll(page);

  await chat.box.press("Escape");
  const inbox = await openInbox(page, server);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await inbox.openConversation(question);
  await inbox.send("An answer");
  await expect(inbox.messages).not.toContainText("Sending");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await expectNoHorizontalScroll(page);
});
