import { queryOptions } from "@tanstack/react-query";
import {
  endPushSubscription,
  getPushKey,
  type PushDraft,
  savePushSubscription,
} from "@/api/admin/push";
import { appWorker } from "@/lib/admin/app-worker";

/** Whether this browser gets notices. "install" means once the app is on the Home Screen. */
export type PushState = "on" | "off" | "blocked" | "unsupported" | "install";

/** The state as far as the browser alone knows it; undefined if it can be on or off. */
function limitation(): PushState | undefined {
  const supported =
    "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!supported) return isAppleMobile() && !isInstalled() ? "install" : "unsupported";
  return Notification.permission === "denied" ? "blocked" : undefined;
}

/** iPads say that they are Macs, but no Mac has a touch screen. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && (maxTouchPoints ?? 0) > 1)
  );
}

function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

/**
 * The real state. If the browser is subscribed, the server is told again: it forgets browsers whose
 * session has ended, and a subscription made with another key of the site is useless.
 */
async function readPushState(): Promise<PushState> {
  const limited = limitation();
  if (limited) return limited;
  if (Notification.permission !== "granted") return "off";
  const { pushManager } = await appWorker();
  const subscription = await pushManager.getSubscription();
  if (!subscription) return "off";
  await register(subscription);
  return "on";
}

export const pushStateQuery = queryOptions({
  queryKey: ["admin", "push"] as const,
  queryFn: readPushState,
});

/** Asks for permission and subscribes. Call it in a click: browsers ask only then. */
export async function turnPushOn(): Promise<PushState> {
  const limited = limitation();
  if (limited) return limited;
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  const { pushManager } = await appWorker();
  const subscription = await pushManager.getSubscription();
  await register(subscription ?? (await subscribe(pushManager, await getPushKey())));
  return "on";
}

export async function turnPushOff(): Promise<PushState> {
  const { pushManager } = await appWorker();
  const subscription = await pushManager.getSubscription();
  if (subscription) {
    await endPushSubscription(subscription.endpoint);
    await subscription.unsubscribe();
  }
  return "off";
}

function subscribe(pushManager: PushManager, key: string): Promise<PushSubscription> {
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function register(subscription: PushSubscription): Promise<void> {
  const key = await getPushKey();
  let current = subscription;
  const used = subscription.options.applicationServerKey;
  if (used && base64Url(used) !== key) {
    await subscription.unsubscribe();
    current = await subscribe((await appWorker()).pushManager, key);
  }
  const { endpoint, keys } = current.toJSON();
  await savePushSubscription({ endpoint, keys } as PushDraft);
}

function base64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
