import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { type CopyStore, CopyStoreContext } from "@/ui/admin/working-copy";
import { LogoutButton } from "./logout-button";

test("logs out after the working copies are stored and deleted", async () => {
  const fetch = vi.fn(async (_path: string) => Response.json({ success: true }));
  vi.stubGlobal("fetch", fetch);
  let done = () => {};
  const finish = vi.fn(() => new Promise<void>((resolve) => (done = resolve)));
  const store = { finish } as Partial<CopyStore> as CopyStore;
  const { user } = renderWithPage(
    <CopyStoreContext value={store}>
      <LogoutButton onLoggedOut={() => {}} />
    </CopyStoreContext>,
    { path: "/admin" },
  );
  await user.click(screen.getByRole("button", { name: "Logout" }));
  expect(finish).toHaveBeenCalledOnce();
  expect(fetch).not.toHaveBeenCalled();
  done();
  await waitFor(() => expect(fetch.mock.calls[0]?.[0]).toBe("/api/auth/logout"));
});
