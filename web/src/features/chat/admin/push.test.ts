import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "@/api/admin/push";
import { pushStateQuery, turnPushOff, turnPushOn } from "./push";

vi.mock("@/api/admin/push", () => ({
  pushStateKey: ["admin", "push"],
  getPushKey: vi.fn(async () => "AQID"),
  savePushSubscription: vi.fn(),
  endPushSubscription: vi.fn(),
}));

const draft = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };
const unsubscribe = vi.fn();
const requestPermission = vi.fn();
let subscription: unknown;

function newSubscription(key: number[]) {
  return {
    endpoint: draft.endpoint,
    options: { applicationServerKey: new Uint8Array(key).buffer },
    toJSON: () => ({ ...draft, expirationTime: null }),
    unsubscribe,
  };
}

const subscribe = vi.fn(async () => {
  subscription = newSubscription([1, 2, 3]);
  return subscription;
});

function readState() {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(
    pushStateQuery,
  );
}

function stubBrowser({ permission = "granted", push = true, userAgent = "Android" } = {}) {
  const registration = {
    active: {},
    pushManager: { getSubscription: async () => subscription, subscribe },
  };
  vi.stubGlobal("navigator", {
    userAgent,
    maxTouchPoints: 5,
    ...(push && { serviceWorker: { getRegistration: async () => registration } }),
  });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("Notification", { permission, requestPermission });
  if (push) vi.stubGlobal("PushManager", class {});
}

beforeEach(() => {
  subscription = null;
  stubBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it.each([
  ["off without permission", { permission: "default" }, "off"],
  ["off without a subscription", {}, "off"],
  ["blocked", { permission: "denied" }, "blocked"],
  ["unsupported", { push: false }, "unsupported"],
  ["in need of the app on an iPhone", { push: false, userAgent: "iPhone" }, "install"],
  ["in need of the app on an iPad", { push: false, userAgent: "Macintosh" }, "install"],
])("is %s", async (_, browser, state) => {
  stubBrowser(browser);
  expect(await readState()).toBe(state);
  expect(api.savePushSubscription).not.toHaveBeenCalled();
});

it("tells the server again of a browser that is subscribed", async () => {
  subscription = newSubscription([1, 2, 3]);
  expect(await readState()).toBe("on");
  expect(api.savePushSubscription).toHaveBeenCalledExactlyOnceWith(draft);
  expect(subscribe).not.toHaveBeenCalled();
});

it("subscribes anew if the site has another key", async () => {
  subscription = newSubscription([9]);
  expect(await readState()).toBe("on");
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(subscribe).toHaveBeenCalledOnce();
});

it("asks, subscribes and can be turned off again", async () => {
  requestPermission.mockResolvedValue("granted");
  expect(await turnPushOn()).toBe("on");
  expect(subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: "AQID",
  });
  expect(api.savePushSubscription).toHaveBeenCalledExactlyOnceWith(draft);
  expect(await turnPushOff()).toBe("off");
  expect(api.endPushSubscription).toHaveBeenCalledExactlyOnceWith(draft.endpoint);
  expect(unsubscribe).toHaveBeenCalledOnce();
});

it.each([
  ["denied", "blocked"],
  ["default", "off"],
])("does not subscribe if the answer is %s", async (answer, state) => {
  requestPermission.mockResolvedValue(answer);
  expect(await turnPushOn()).toBe(state);
  expect(subscribe).not.toHaveBeenCalled();
});
