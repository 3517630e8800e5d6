import type { Page } from "@playwright/test";
import { wholeBrowser } from "./harness/chromium";
import { FakePushService, subscribeToFakeService } from "./harness/fake-push";
import type { Server } from "./harness/server";
import { accessibilityViolations, expect, test } from "./harness/test";
import { adminScreen, signIn, submitLogin, uniqueName } from "./screens/admin";
import { openInbox } from "./screens/chat";

test.use({ serviceWorkers: "allow", launchOptions: wholeBrowser() });
/** Delivers a message to the page's service worker as the browser would. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/admin`);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId: await registered,
    data,
  });
}

async function openMessages(page: Page, server: Server) {
  const inbox = await openInbox(page, server);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  return inbox;
}

test("the back office is an app that opens offline and says so", async ({
  page,
  context,
  server,
  errorLog,
}) => {
  errorLog.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await signIn(page, server);
  await adminScreen(page).open();
  const manifest = await page.locator('link[rel="manifest"]').getAttribute("href");
  expect(await (await page.request.get(manifest ?? "")).json()).toMatchObject({
    id: "/admin",
    scope: "/admin",
    start_url: "/admin",
    display: "standalone",
  });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await context.setOffline(true);
  await expect(page.getByText("You are offline. What you see may be out of date")).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("alert")).toContainText("The server could not be reached.");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Admin Dashboard", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();

  // What is kept has no response of the API and nothing of the public site.
  const kept = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys())
        urls.push(new URL(url).pathname);
    }
    return urls;
  });
  expect(kept.filter((path) => path !== "/admin" && !path.startsWith("/assets/"))).toEqual([]);
  expect(kept).toContain("/admin");
  await page.goto("/");
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});

test("a tab loads its code from the worker when the server has it no more", async ({
  page,
  context,
  server,
  errorLog,
}) => {
  errorLog.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await signIn(page, server);
  await adminScreen(page).open("hours");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)))
    .toBe(true);
  await adminScreen(page).button("Edit Monday").click();
  await context.setOffline(true);
  await adminScreen(page).dialog.getByRole("button", { name: "Preview page" }).click();
  const preview = page.getByRole("dialog", { name: "Preview page" });
  await expect(preview).toContainText("With your unsaved changes.");
});

test("a push notification opens the conversation", async ({ newPage, server, playwright }) => {
  const service = await FakePushService.start();
  try {
    const page = await newPage({ permissions: ["notifications"] });
    const context = page.context();
    await subscribeToFakeService(context, service);
    const inbox = await openMessages(page, server);
    await inbox.sheet.getByRole("button", { name: "Turn notifications on" }).click();
    await expect(inbox.sheet.getByRole("button", { name: "Turn notifications off" })).toBeVisible();
    await inbox.sheet.getByText("Notices", { exact: true }).click();
    await expect(inbox.sheet).toContainText("On 1 device.");
    await inbox.sheet.getByRole("button", { name: "Send a test: Notifications" }).click();
    await expect.poll(() => service.messages.length).toBe(1);

    // The state survives a reload, and the server is told again.
    await page.reload();
    await expect(inbox.sheet.getByRole("button", { name: "Turn notifications off" })).toBeVisible();
    await page.keyboard.press("Escape");

    const question = uniqueName("Wasps at the porch");
    const visitor = await playwright.request.newContext({
      baseURL: server.origin,
      extraHTTPHeaders: { Origin: server.origin },
    });
    const sent = await visitor.post("/api/chat/messages", {
      data: { key: uniqueName("key"), text: question, page: "/" },
    });
    await expect(sent).toBeOK();
    await expect.poll(() => service.messages.length).toBe(2);
    const message = JSON.parse(service.messages[1] ?? "");
    expect(message).toMatchObject({
      title: "A visitor has written in the chat",
      body: question,
      unread: 1,
    });
    const [worker] = context.serviceWorkers();
    await worker?.evaluate(() => {
      const setAppBadge = async (badge: number) => Object.assign(self, { badge });
      Object.assign(navigator, { setAppBadge });
    });
    await deliver(page, server.origin, service.messages[1] ?? "");
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({
          title,
          body,
          tag,
        }));
      });
    await expect
      .poll(shown)
      .toContainEqual({ title: message.title, body: message.body, tag: message.tag });
    // The icon of the app shows how many messages are unread.
    const badge = () => worker?.evaluate(() => (self as unknown as { badge: number }).badge);
    await expect.poll(badge).toBe(1);

    // No test can click a notification of the system, so the worker gets the event from here. It
    // refuses to wait for a made-up event, after it has begun to handle it.
    await worker?.evaluate(async (tag) => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await scope.registration.getNotifications({ tag });
      const clicked = new Event("notificationclick");
      self.dispatchEvent(
        Object.assign(clicked, {
          notification,
          waitUntil: (work: Promise<void>) => work.catch(() => {}),
        }),
      );
    }, message.tag);
    await expect(inbox.messages).toContainText(question);
    expect(page.url()).toContain("panel=messages&section=");

    // Signing out ends it.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(`${server.origin}/`);
    await visitor.post("/api/chat/contact", { data: { name: "Ann", contact: "254-555-0142" } });
    await visitor.dispose();

    // Later the notification still leads to the conversation, after signing in.
    await page.goto(message.url);
    await submitLogin(page, server.admin);
    await expect(inbox.messages).toContainText(question);
    const channels = await page.request.get("/api/admin/chat/channels");
    expect((await channels.json()).data).toMatchObject([{ channel: "push", receivers: 0 }]);
    expect(service.messages).toHaveLength(2);
  } finally {
    service.stop();
  }
});

test("the bell says what to do where notifications are blocked or need the app", async ({
  page,
  newPage,
  server,
}) => {
  // Without a person who answers, the browser denies.
  const inbox = await openMessages(page, server);
  const bell = inbox.sheet.getByRole("button", { name: /^(Turn notifications|Notifications)/ });
  await expect(bell).toBeEnabled();
  await bell.click();
  await expect(bell).toHaveAccessibleName("Notifications are blocked");
  await expect(inbox.sheet).toContainText("This browser blocks notifications from this site.");
  expect(await accessibilityViolations(page)).toEqual([]);

  const small = await newPage({
    viewport: { width: 390, height: 800 },
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1",
  });
  await small.addInitScript("delete window.PushManager");
  const sheet = await openMessages(small, server);
  const needsApp = sheet.sheet.getByRole("button", { name: "Notifications need the app" });
  await needsApp.click();
  await expect(sheet.sheet).toContainText("Add to Home Screen");
  expect(await accessibilityViolations(small)).toEqual([]);
});
