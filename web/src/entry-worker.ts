import { type PushChange, replacePushSubscription } from "@/api/admin/push-subscription";
import { showAppBadge } from "@/lib/admin/app-badge";
import { createAppShell, type ShellFiles } from "@/lib/admin/app-shell";
import { adminTarget, type OpenRequest, parsePushMessage } from "@/lib/admin/push-message";

/** The part of the service worker's API that is used here; TypeScript's DOM types do not have it. */
interface LongEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WindowClient {
  url: string;
  focus(): Promise<unknown>;
  postMessage(message: OpenRequest): void;
}
interface WorkerScope {
  appShell: ShellFiles;
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: LongEvent) => void): void;
  addEventListener(
    type: "fetch",
    listener: (
      event: LongEvent & { request: Request; respondWith(response: Promise<Response>): void },
    ) => void,
  ): void;
  addEventListener(
    type: "push",
    listener: (event: LongEvent & { data: { text(): string } | null }) => void,
  ): void;
  addEventListener(
    type: "notificationclick",
    listener: (event: LongEvent & { notification: Notification }) => void,
  ): void;
  addEventListener(
    type: "pushsubscriptionchange",
    listener: (event: LongEvent & PushChange) => void,
  ): void;
}

const worker = self as unknown as WorkerScope;
const { origin } = worker.location;
const adminTabs = async () => {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter(({ url }) => new URL(url).pathname === "/admin");
};
const shell = createAppShell(worker.appShell, origin, async () => (await adminTabs()).length);

// A new worker takes over at once: pages of an older build get from it what the server would answer.
worker.addEventListener("install", (event) =>
  event.waitUntil(shell.install().then(() => worker.skipWaiting())),
);
worker.addEventListener("activate", (event) =>
  event.waitUntil(shell.activate().then(() => worker.clients.claim())),
);
worker.addEventListener("fetch", (event) => {
  const response = shell.respond(event.request);
  if (response) event.respondWith(response);
});

worker.addEventListener("push", (event) => {
  const { title, body, tag, url, unread } = parsePushMessage(event.data?.text());
  const options = {
    body,
    tag,
    // A reminder about the same conversation alerts again.
    renotify: true,
    icon: "/icon-192.png",
    data: { url },
  };
  const shown = worker.registration.showNotification(title, options);
  event.waitUntil(unread === undefined ? shown : Promise.all([shown, showAppBadge(unread)]));
});

worker.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(replacePushSubscription(worker.registration.pushManager, event)),
);

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(adminTarget(event.notification.data?.url ?? "", origin)));
});

/** Shows a path in an open window, which keeps what is typed there, or in a new one. */
async function open(path: string): Promise<void> {
  const [shown] = await adminTabs();
  if (!shown) {
    await worker.clients.openWindow(path);
    return;
  }
  shown.postMessage({ open: path });
  await shown.focus();
}
