import { renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useUnreadBadge } from "./use-unread-badge";

const icons = () =>
  [...document.head.querySelectorAll("link[rel=icon]")].map((link) => link.getAttribute("href"));

it("counts unread messages on the app, marks the page's icon and leaves the title alone", async () => {
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  HTMLImageElement.prototype.decode = async () => undefined;
  const drawn = { drawImage: vi.fn(), arc: vi.fn(), fill: vi.fn(), stroke: vi.fn() };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(drawn as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockReturnValue("data:image/png;base64,AA==");
  document.title = "Admin Dashboard | Lone Oak";
  document.head.insertAdjacentHTML(
    "beforeend",
    '<link rel="icon" href="/favicon.ico"><link rel="icon" href="/favicon.svg">',
  );

  const { rerender, unmount } = renderHook(({ unread }) => useUnreadBadge(unread), {
    initialProps: { unread: 2 },
  });
  expect(setAppBadge).toHaveBeenLastCalledWith(2);
  await waitFor(() => expect(icons()).toEqual(["data:image/png;base64,AA=="]));
  expect(document.title).toBe("Admin Dashboard | Lone Oak");
  rerender({ unread: 3 });
  expect(icons()).toEqual(["data:image/png;base64,AA=="]);
  rerender({ unread: 0 });
  expect(clearAppBadge).toHaveBeenCalled();
  expect(icons()).toEqual(["/favicon.ico", "/favicon.svg"]);

  // Another page has its own icon, also if the dot was still being drawn.
  rerender({ unread: 1 });
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
  expect(icons()).toEqual(["/favicon.ico", "/favicon.svg"]);
});
