import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useUnreadBadge } from "./use-unread-badge";

it("counts unread messages on the app's icon and in the title", () => {
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  document.title = "Admin Dashboard | Lone Oak";
  const { rerender, unmount } = renderHook(({ unread }) => useUnreadBadge(unread), {
    initialProps: { unread: 2 },
  });
  expect(setAppBadge).toHaveBeenLastCalledWith(2);
  expect(document.title).toBe("(2) Admin Dashboard | Lone Oak");
  rerender({ unread: 3 });
  expect(document.title).toBe("(3) Admin Dashboard | Lone Oak");
  rerender({ unread: 0 });
  expect(clearAppBadge).toHaveBeenCalled();
  expect(document.title).toBe("Admin Dashboard | Lone Oak");

  rerender({ unread: 1 });
  document.title = "Admin Login | Lone Oak";
  unmount();
  expect(document.title).toBe("Admin Login | Lone Oak");
});
