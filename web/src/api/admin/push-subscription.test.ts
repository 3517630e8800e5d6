import { beforeEach, expect, it, vi } from "vitest";
import * as api from "./push";
import { replacePushSubscription } from "./push-subscription";

vi.mock("./push", () => ({
  getPushKey: vi.fn(async () => "AQID"),
  savePushSubscription: vi.fn(),
  endPushSubscription: vi.fn(),
}));

const siteKey = new Uint8Array([1, 2, 3]).buffer;

function subscription(name: string, key: ArrayBuffer | null = siteKey): PushSubscription {
  const endpoint = `https://push.example/${name}`;
  const keys = { p256dh: "p", auth: name };
  return {
    endpoint,
    options: { applicationServerKey: key },
    toJSON: () => ({ endpoint, keys, expirationTime: null }),
    unsubscribe: vi.fn(),
  } as unknown as PushSubscription;
}

const old = subscription("old");
const draft = { endpoint: "https://push.example/new", keys: { p256dh: "p", auth: "new" } };
const subscribe = vi.fn();
const getSubscription = vi.fn();
const pushManager = { subscribe, getSubscription } as unknown as PushManager;

beforeEach(() => {
  vi.clearAllMocks();
  subscribe.mockResolvedValue(subscription("new"));
  getSubscription.mockResolvedValue(null);
});

it("registers the subscription that the browser made, and ends the old one", async () => {
  const newSubscription = subscription("new");
  await replacePushSubscription(pushManager, { oldSubscription: old, newSubscription });
  expect(subscribe).not.toHaveBeenCalled();
  expect(api.savePushSubscription).toHaveBeenCalledExactlyOnceWith(draft);
  expect(api.endPushSubscription).toHaveBeenCalledExactlyOnceWith(old.endpoint);
});

it("subscribes again if the browser has only ended the old one", async () => {
  await replacePushSubscription(pushManager, { oldSubscription: old, newSubscription: null });
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: siteKey,
  });
  expect(api.savePushSubscription).toHaveBeenCalledExactlyOnceWith(draft);
  expect(api.endPushSubscription).toHaveBeenCalledExactlyOnceWith(old.endpoint);
});

it("asks the server for the key if the browser does not name the old one", async () => {
  await replacePushSubscription(pushManager, {});
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: "AQID",
  });
  expect(api.savePushSubscription).toHaveBeenCalledExactlyOnceWith(draft);
  expect(api.endPushSubscription).not.toHaveBeenCalled();
});

it("ends the old one if the permission was taken back", async () => {
  subscribe.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  const change = { oldSubscription: old };
  await expect(replacePushSubscription(pushManager, change)).rejects.toThrow("no");
  expect(api.savePushSubscription).not.toHaveBeenCalled();
  expect(api.endPushSubscription).toHaveBeenCalledExactlyOnceWith(old.endpoint);
});

it("subscribes even if nobody is signed in, for the back office to register it later", async () => {
  vi.mocked(api.getPushKey).mockRejectedValueOnce(new Error("401"));
  await expect(replacePushSubscription(pushManager, { oldSubscription: old })).rejects.toThrow();
  expect(subscribe).toHaveBeenCalledOnce();
});
