import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useUnreadBadge } from "./use-unread-badge";

afterEach(() => vi.restoreAllMocks());

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

it("counts unread messages on the app's icon, and in the title of a hidden tab", () => {
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  document.title = "Admin Dashboard | Lone Oak";
  const { rerender } = renderHook(({ unread }) => useUnreadBadge(unread), {
    initialProps: { unread: 2 },
  });
  expect(setAppBadge).toHaveBeenLastCalledWith(2);
  expect(document.title).toBe("Admin Dashboard | Lone Oak");
  setVisibility("hidden");
  expect(document.title).toBe("(2) Admin Dashboard | Lone Oak");
  rerender({ unread: 3 });
  expect(document.title).toBe("(3) Admin Dashboard | Lone Oak");
  setVisibility("visible");
  expect(document.title).toBe("Admin Dashboard | Lone Oak");
  rerender({ unread: 0 });
  expect(clearAppBadge).toHaveBeenCalled();
});
