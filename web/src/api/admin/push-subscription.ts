import { endPushSubscription, getPushKey, type PushDraft, savePushSubscription } from "./push";

/** Subscribes the browser and tells the server. */
export async function subscribeToPush(pushManager: PushManager): Promise<void> {
  const subscription = await pushManager.getSubscription();
  await registerPush(pushManager, subscription ?? (await subscribe(pushManager)));
}

/** Tells the server of a subscription; one made with another key of the site is replaced. */
export async function registerPush(
  pushManager: PushManager,
  subscription: PushSubscription,
): Promise<void> {
  const key = await getPushKey();
  let current = subscription;
  const used = subscription.options.applicationServerKey;
  if (used && base64Url(used) !== key) {
    await subscription.unsubscribe();
    current = await subscribe(pushManager, key);
  }
  const { endpoint, keys } = current.toJSON();
  await savePushSubscription({ endpoint, keys } as PushDraft);
}

/** What a browser says when it has replaced or ended a subscription by itself. */
export interface PushChange {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
}

/**
 * Subscribes again after the browser has ended a subscription, and tells the server. The key of the old
 * one is used if it is known: the browser is then subscribed even if nobody is signed in, and the
 * server is told when the back office is opened next.
 */
export async function replacePushSubscription(
  pushManager: PushManager,
  { oldSubscription, newSubscription }: PushChange,
): Promise<void> {
  try {
    const key = oldSubscription?.options.applicationServerKey;
    const current =
      newSubscription ??
      (await pushManager.getSubscription()) ??
      (await subscribe(pushManager, key ?? undefined));
    await registerPush(pushManager, current);
  } finally {
    // Also if the person has taken the permission back, so that no new one can be made.
    if (oldSubscription) await endPushSubscription(oldSubscription.endpoint);
  }
}

async function subscribe(
  pushManager: PushManager,
  key?: string | ArrayBuffer,
): Promise<PushSubscription> {
  return pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key ?? (await getPushKey()),
  });
}

function base64Url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
