import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deferScripts, hydrationScheduled } from "./defer-scripts";

let paint: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  class FakePerformanceObserver {
    constructor(callback: PerformanceObserverCallback) {
      const list = { getEntriesByName: (name: string) => [{ name }] };
      paint = () => callback(list as never, this as never);
    }
    observe() {}
  }
  vi.stubGlobal("PerformanceObserver", FakePerformanceObserver);
  document.body.innerHTML =
    '<template id="scripts"><link rel="modulepreload" href="data:,"></template>' +
    '<button type="button"><svg></svg></button><button type="submit"></button><a href="#x">x</a>';
});

afterEach(() => {
  document.dispatchEvent(new Event(hydrationScheduled));
  vi.useRealTimers();
});

const has = (selector: string) => document.querySelector(selector) !== null;
const started = () => has("body > link[rel=modulepreload]") && !has("template");
const settle = () => vi.advanceTimersByTimeAsync(0);

test("scripts are inserted after load and first paint", async () => {
  deferScripts();
  window.dispatchEvent(new Event("load"));
  await settle();
  expect(started()).toBe(false);
  paint();
  await settle();
  expect(started()).toBe(true);
});

test("scripts are inserted after the timeout if load never fires", async () => {
  deferScripts();
  paint();
  await vi.advanceTimersByTimeAsync(2999);
  expect(started()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(started()).toBe(true);
});

test("an early click on a button inserts the scripts and is repeated once", () => {
  deferScripts();
  const button = document.querySelector("button") as HTMLButtonElement;
  button.querySelector("svg")?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  expect(started()).toBe(true);
  const press = vi.fn();
  button.addEventListener("click", press);
  document.dispatchEvent(new Event(hydrationScheduled));
  expect(press).toHaveBeenCalledTimes(1);
});

test("a form is submitted once its script is there, not before", () => {
  deferScripts();
  const form = document.createElement("form");
  form.append(document.querySelector("button[type=submit]") as HTMLElement);
  document.body.append(form);
  const send = vi.fn((event: Event) => event.preventDefault());
  form.addEventListener("submit", send);
  form.querySelector("button")?.click();
  expect(send).not.toHaveBeenCalled();
  expect(started()).toBe(true);
  document.dispatchEvent(new Event(hydrationScheduled));
  expect(send).toHaveBeenCalledTimes(1);
});

test("an early click on a link is neither delayed nor repeated", () => {
  deferScripts();
  const press = vi.fn((event: Event) => event.preventDefault());
  const link = document.querySelector("a") as HTMLElement;
  link.addEventListener("click", press);
  link.click();
  document.dispatchEvent(new Event(hydrationScheduled));
  expect(press).toHaveBeenCalledTimes(1);
  expect(started()).toBe(false);
});
