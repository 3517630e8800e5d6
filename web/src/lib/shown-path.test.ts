import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createShownPath } from "./shown-path";

/** Follows the URL; `loaded` says when the code of a path has arrived. */
function follow(slowPaths: string[]) {
  const arrivals = new Map<string, () => void>();
  const shown = createShownPath((path) =>
    slowPaths.includes(path) ? new Promise((resolve) => arrivals.set(path, resolve)) : undefined,
  );
  const onChange = vi.fn();
  stop = shown.subscribe(onChange);
  const loaded = async (path: string) => {
    arrivals.get(path)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { shown, onChange, loaded };
}

let stop = () => {};

beforeEach(() => history.replaceState(null, "", "/"));
afterEach(() => stop());

test("a page whose code is there is shown at once", () => {
  const { shown, onChange } = follow([]);
  history.pushState(null, "", "/about");
  expect(shown.read()).toBe("/about");
  expect(onChange).toHaveBeenCalledOnce();
});

test("the page before stays until the code of the next one has arrived", async () => {
  const { shown, onChange, loaded } = follow(["/blog"]);
  history.pushState(null, "", "/blog");
  expect(shown.read()).toBe("/");
  await loaded("/blog");
  expect(shown.read()).toBe("/blog");
  expect(onChange).toHaveBeenCalledOnce();
});

test("code that arrives after somebody went on does not bring its page back", async () => {
  const { shown, loaded } = follow(["/blog"]);
  history.pushState(null, "", "/blog");
  history.pushState(null, "", "/about");
  await loaded("/blog");
  expect(shown.read()).toBe("/about");
});

test("the query changes together with the path", async () => {
  const { shown, loaded } = follow(["/about"]);
  history.pushState(null, "", "/?page=2");
  expect(shown.read()).toBe("/?page=2");
  history.pushState(null, "", "/about");
  expect(shown.read()).toBe("/?page=2");
  await loaded("/about");
  expect(shown.read()).toBe("/about");
});

test("a repeated visit is no change", () => {
  const { onChange } = follow([]);
  history.replaceState(null, "", "/");
  expect(onChange).not.toHaveBeenCalled();
});
