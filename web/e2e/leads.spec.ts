import type { Page } from "@playwright/test";
import { getData, postLogin } from "./harness/admin-api";
import { wholeBrowser } from "./harness/chromium";
import { FakePushService, subscribeToFakeService } from "./harness/fake-push";
import { png } from "./harness/png";
import type { Server } from "./harness/server";
import {
  accessibilityViolations,
  test as base,
  expect,
  expectNoHorizontalScroll,
} from "./harness/test";
import { uniqueName } from "./screens/admin";
import { chatScreen, openInbox } from "./screens/chat";

const test = base.extend<{ push: FakePushService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs off this pattern
  push: async ({}, use) => {
    const push = await FakePushService.start();
    await use(push);
    push.stop();
  },
});

test.use({
  launchOptions: wholeBrowser(),
  permissions: ["notifications"],
  serviceWorkers: "allow",
  settings: ({ mail }, use) => use({ env: mail.settings }),
});
/** The inbox with notifications on. */
async function openOffice(page: Page, server: Server, push: FakePushService) {
  await subscribeToFakeService(page.context(), push);
  const inbox = await openInbox(page, server);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await inbox.sheet.getByRole("button", { name: "Turn notifications on" }).click();
  await expect(inbox.sheet.getByRole("button", { name: "Turn notifications off" })).toBeVisible();
  return inbox;
}

/** Waits until a photo is loaded, and returns how many pixels wide it is. */
async function loadedWidth(page: Page, name: string, index = 0): Promise<number> {
  const image = page.getByRole("log").getByRole("img", { name }).nth(index);
  const width = () => image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  return width();
}

/** Tells the service worker that the browser has replaced its subscription. */
async function replaceSubscription(page: Page, push: FakePushService): Promise<void> {
  const { endpoint, keys } = push.subscription;
  const [worker] = page.context().serviceWorkers();
  const replaced = page.context().waitForEvent("response", {
    predicate: (response) => response.url().endsWith("/api/admin/push/end"),
  });
  await worker?.evaluate(
    (draft) => {
      const made = (next: string) => ({
        endpoint: next,
        options: { applicationServerKey: null },
        toJSON: () => ({ ...draft, endpoint: next }),
      });
      const change = {
        oldSubscription: made(draft.endpoint),
        newSubscription: made(`${draft.endpoint}-2`),
        // The worker may not wait for a made-up event.
        waitUntil: (work: Promise<void>) => work.catch(() => {}),
      };
      self.dispatchEvent(Object.assign(new Event("pushsubscriptionchange"), change));
    },
    { endpoint, keys },
  );
  expect((await replaced).status()).toBe(200);
}

test("a photo, an answer and a link reach people who have left", async ({
  page: office,
  newPage,
  server,
  adminApi,
  mail,
  push,
  errorLog,
}) => {
  // Chromium gives the document of a picture styles of its own, which the policy does not allow.
  errorLog.allow(/chat\/photos\/\w+: Applying inline style violates/);
  await adminApi.openAroundTheClock();
  const inbox = await openOffice(office, server, push);
  const visitor = `${uniqueName("ann")}@example.com`;

  // A visitor on a phone sends a question with photos, and leaves.
  const phone = await newPage({ viewport: { width: 360, height: 700 } });
  const chat = chatScreen(phone);
  await phone.goto("/about");
  await chat.open();
  const size = await chat.photoButton.boundingBox();
  expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await chat.choosePhotos({
    name: "wasp.heic",
    mimeType: "image/heic",
    buffer: Buffer.from("not a picture"),
  });
  await expect(chat.panel.getByRole("alert")).toContainText("Please choose a JPEG or PNG");
  await chat.choosePhotos(...[1, 2, 3, 4, 5, 6].map((shade) => png(`${shade}.png`, 20 * shade)));
  await expect(chat.chosenPhotos).toHaveCount(5);
  await expect(chat.panel.getByRole("alert")).toContainText("You can send 5 photos at once");
  expect(await accessibilityViolations(phone)).toEqual([]);
  for (const width of [320, 360]) {
    await phone.setViewportSize({ width, height: 700 });
    await expectNoHorizontalScroll(phone);
    expect(await chat.panel.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
    await expect(chat.sendButton).toBeInViewport({ ratio: 1 });
  }
  for (let left = 4; left >= 1; left--) {
    await chat.panel.getByRole("button", { name: "Remove photo 1", exact: true }).click();
    await expect(chat.chosenPhotos).toHaveCount(left);
  }
  await chat.choosePhotos(png("large.png", 200, 2000));
  await chat.sendButton.click();
  await chat.send("What is this insect?");
  await expect(chat.photos).toHaveCount(2);
  await expect(chat.messages).not.toContainText("Sending");
  expect(await loadedWidth(phone, "Photo you sent", 0)).toBe(32);
  expect(await loadedWidth(phone, "Photo you sent", 1)).toBe(1600);
  expect(await accessibilityViolations(phone)).toEqual([]);
  await chat.messages.getByRole("button", { name: "Leave my details" }).click();
  await chat.messages.getByLabel("Name").fill("Ann Sample");
  await chat.messages.getByLabel("Phone or e-mail").fill(visitor);
  await chat.messages.getByRole("button", { name: "Add to this chat" }).click();
  await expect(chat.messages).toContainText(`We will reach you at ${visitor}.`);
  const photoPath = (await chat.photos.first().getAttribute("href")) ?? "";
  const own = await phone.request.get(photoPath);
  expect(own.headers()).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": expect.stringContaining("private"),
  });
  await phone.context().close();

  // The owner gets a notice of the first message at once, by e-mail and on a phone.
  const notices = () =>
    mail.mails
      .filter(({ to }) => to === mail.owner)
      .map(({ text }) => text)
      .join("\n");
  await expect.poll(notices).toContain("[Photo]");
  await expect.poll(notices).toContain("What is this insect?");
  await expect.poll(notices).toContain(visitor);
  await expect.poll(() => push.messages.join("\n")).toContain("[Photo]");

  // The staff see the photos and answer with one.
  await inbox.openConversation("What is this insect?");
  await expect(inbox.photos).toHaveCount(2);
  expect(await loadedWidth(office, "Photo from the visitor", 1)).toBe(1600);
  const [large] = await Promise.all([
    office.context().waitForEvent("page"),
    inbox.photos.first().click(),
  ]);
  await expect(large.getByRole("img")).toBeVisible();
  await large.close();
  const newest = inbox.messages.getByText("What is this insect?");
  await expect(newest).toBeInViewport({ ratio: 1 });
  await inbox.choosePhotos(png("nest.png", 90));
  await expect(newest).toBeInViewport({ ratio: 1 });
  await inbox.box.fill("A paper wasp. Is the nest like this?");
  await inbox.sendButton.click();
  await expect(inbox.photos).toHaveCount(3);
  expect(await loadedWidth(office, "Photo you sent")).toBe(32);
  expect(await accessibilityViolations(office)).toEqual([]);
  await inbox.sheet.getByRole("button", { name: "All messages" }).click();
  await expect(inbox.sheet.getByRole("button", { name: /Ann Sample/ })).toContainText("Photo");

  // The answer is mailed with a link, which resumes the conversation in another browser.
  const letters = () => mail.mails.filter(({ to }) => to === visitor).map(({ text }) => text);
  await expect.poll(() => letters().join("\n")).toContain("Is the nest like this?");
  const link = /http:\S+#chat=\w+/.exec(letters().join("\n"))?.[0] ?? "";
  const second = await newPage();
  await second.clock.setFixedTime(Date.now() + 24 * 60 * 60 * 1000);
  const again = chatScreen(second);
  await second.goto(link);
  await expect(again.messages).toContainText("What is this insect?");
  await expect(again.messages).toContainText("A paper wasp.");
  await expect(again.messages).toContainText("Yesterday");
  await expect(again.photos).toHaveCount(3);
  expect(await loadedWidth(second, "Photo you sent", 1)).toBe(1600);
  expect(await loadedWidth(second, "Photo from our team")).toBe(32);

  // Nobody else can fetch the photo.
  const staffPath = photoPath.replace("/api/chat/", "/api/admin/chat/");
  expect((await second.request.get(photoPath)).status()).toBe(200);
  expect((await office.request.get(staffPath)).status()).toBe(200);
  const other = await newPage();
  await other.goto("/about");
  expect((await other.request.get(photoPath)).status()).toBe(404);
  await chatScreen(other).open();
  await chatScreen(other).send("I have another question");
  await expect(chatScreen(other).messages).not.toContainText("Sending");
  expect((await other.request.get(photoPath)).status()).toBe(404);
  expect((await other.request.get(staffPath)).status()).toBe(401);
  await expect.poll(() => push.messages.join("\n")).toContain("I have another question");

  // The owner's browser replaces its subscription, and the next notice comes to the new one.
  await replaceSubscription(office, push);
  const before = push.paths.length;
  await again.send("Yes, exactly like that");
  await expect.poll(() => push.messages.slice(before).join()).toContain("Yes, exactly like that");
  expect(new Set(push.paths.slice(before))).toEqual(new Set(["/browser-2"]));

  // The switch tells visitors whether somebody is there.
  await expect(again.panel).toContainText("Somebody is here now");
  await inbox.sheet.getByRole("switch", { name: "Available" }).click();
  await expect(again.panel).toContainText("We answer as soon as we can");

  // Deleting the conversation deletes its photos.
  await again.panel.getByRole("button", { name: "Delete this conversation" }).click();
  await again.panel.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(again.photos).toHaveCount(0);
  expect((await office.request.get(staffPath)).status()).toBe(404);

  // Logging out asks nothing, and an answer that was not sent is still there afterwards.
  const copies = () => getData(office.request, "/api/admin/working-copies?kind=chat-reply");
  await inbox.openConversation("I have another question");
  await inbox.box.fill("Half an answ");
  await expect.poll(copies).toHaveLength(1);
  await office.keyboard.press("Escape");
  // What the page fetches until it is left is refused.
  errorLog.allow(/status of 401/);
  await office.getByRole("button", { name: "Logout" }).click();
  await expect(office).toHaveURL(`${server.origin}/`);
  await postLogin(office.request, server);
  expect(await copies()).toHaveLength(1);
});
