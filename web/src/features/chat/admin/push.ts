import { queryOptions } from "@tanstack/react-query";
import { endPushSubscription, pushStateKey } from "@/api/admin/push";
import { registerPush, subscribeToPush } from "@/api/admin/push-subscription";
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
  await registerPush(pushManager, subscription);
  return "on";
}

export const pushStateQuery = queryOptions({
  queryKey: pushStateKey,
  queryFn: readPushState,
});

/** Asks for permission and subscribes. Call it in a click: browsers ask only then. */
export async function turnPushOn(): Promise<PushState> {
  const limited = limitation();
  if (limited) return limited;
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  await subscribeToPush((await appWorker()).pushManager);
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
