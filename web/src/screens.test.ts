import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";

// Each test starts with a page that has no code of other pages.
let screens: typeof import("./screens");
beforeEach(async () => {
  vi.resetModules();
  screens = await import("./screens");
});

test("a page is prepared once", async () => {
  const loading = screens.prepareScreen("/programs");
  expect(loading).toBeInstanceOf(Promise);
  await loading;
  expect(screens.loadedScreens.programs).toBeTypeOf("function");
  expect(screens.prepareScreen("/programs")).toBeUndefined();
});

test("the code of the other pages is loaded when the visitor does something", async () => {
  screens.prefetchScreens();
  expect(screens.loadedScreens).toEqual({});
  dispatchEvent(new Event("pointermove"));
  await waitFor(() => expect(Object.keys(screens.loadedScreens)).toHaveLength(9));
});

test("a page whose code is gone is reloaded if the site responds", async () => {
  vi.doMock("@/pages/site/about", () => {
    throw new Error("gone");
  });
  const fetch = vi.fn(async () => new Response(""));
  vi.stubGlobal("fetch", fetch);
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  void screens.prepareScreen("/about");
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(fetch).toHaveBeenCalledWith("/", { method: "HEAD" });
});

test("without a connection nothing is reloaded, and the code is tried again", async () => {
  vi.doMock("@/pages/site/contact", () => {
    throw new Error("offline");
  });
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  const reload = vi.spyOn(location, "reload").mockImplementation(() => {});
  await screens.prepareScreen("/contact");
  expect(reload).not.toHaveBeenCalled();
  expect(screens.loadedScreens.contact).toBeUndefined();
  vi.doUnmock("@/pages/site/contact");
  await screens.prepareScreen("/contact");
  expect(screens.loadedScreens.contact).toBeTypeOf("function");
});
