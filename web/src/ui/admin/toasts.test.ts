import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastStore } from "./toasts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("a toast is open until it is dismissed", () => {
  const store = new ToastStore();
  const id = store.show({ title: "Copied" });
  expect(store.snapshot()).toEqual([{ id, title: "Copied", variant: "default", open: true }]);
  store.dismiss(id);
  expect(store.snapshot()).toEqual([{ id, title: "Copied", variant: "default", open: false }]);
});

test("a new toast replaces the previous one", () => {
  const store = new ToastStore();
  store.show({ title: "First" });
  store.show({ title: "Second", variant: "destructive" });
  expect(store.snapshot().map((toast) => toast.title)).toEqual(["Second"]);
});

test("a dismissed toast is removed after 1,000,000 ms", () => {
  const store = new ToastStore();
  store.dismiss(store.show({ title: "Copied" }));
  vi.advanceTimersByTime(999_999);
  expect(store.snapshot()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(store.snapshot()).toHaveLength(0);
});

test("a replaced toast leaves no timer", () => {
  const store = new ToastStore();
  store.dismiss(store.show({ title: "First" }));
  store.show({ title: "Second" });
  expect(vi.getTimerCount()).toBe(0);
});

test("dismissing a toast twice, or an unknown one, changes nothing", () => {
  const store = new ToastStore();
  const id = store.show({ title: "Copied" });
  store.dismiss(id);
  const listener = vi.fn();
  store.subscribe(listener);
  store.dismiss(id);
  store.dismiss(id + 1);
  expect(listener).not.toHaveBeenCalled();
});

test("listeners are called on every change until they unsubscribe", () => {
  const store = new ToastStore();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.dismiss(store.show({ title: "Copied" }));
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  store.show({ title: "Removed" });
  expect(listener).toHaveBeenCalledTimes(2);
});
