import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { FakeChatServer } from "@/testing/fake-chat-server";
import { FakeEventSource } from "@/testing/fake-event-source";
import { renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { UnsavedChanges, useLeaveAdmin } from "@/ui/admin/unsaved-changes";
import { type CopyStore, CopyStoreContext } from "@/ui/admin/working-copy";
import { MessagesButton } from "./messages-button";

const onLeave = vi.fn();
const copies = new Set<string>();
const store: CopyStore = {
  find: async () => [],
  ids: async () => [],
  keep: (kind, { id }) => copies.add(`${kind}/${id}`),
  remove: (kind, id) => copies.delete(`${kind}/${id}`),
  finish: async () => {},
};

function LeaveButton() {
  const { leave } = useLeaveAdmin();
  return (
    <button type="button" onClick={() => leave(onLeave)}>
      Leave
    </button>
  );
}

beforeEach(() => {
  FakeEventSource.install();
  copies.clear();
  onLeave.mockReset();
  vi.stubGlobal("fetch", vi.fn(new FakeChatServer().respond));
});

it("removes the copies of what is discarded when the back office is left", async () => {
  const { user } = renderWithPage(
    <TooltipProvider>
      <CopyStoreContext value={store}>
        <UnsavedChanges>
          <MessagesButton />
          <LeaveButton />
        </UnsavedChanges>
      </CopyStoreContext>
    </TooltipProvider>,
    { path: "/admin?panel=messages" },
  );
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole("button", { name, hidden: true }));
  await user.click(await screen.findByText("Quick replies"));
  await user.type(screen.getByLabelText(/One answer per line/), "We will call.");
  await press(/Ann/);
  await user.type(await screen.findByLabelText("Your answer"), "Half a");
  await waitFor(() =>
    expect([...copies].map((copy) => copy.split(/[/~]/)[0]).sort()).toEqual([
      "chat-reply",
      "quick-replies",
    ]),
  );
  await user.keyboard("{Escape}");
  await press("Leave");
  await press("Keep Editing");
  expect(copies.size).toBe(2);
  await press("Leave");
  await press("Discard Changes");
  expect(onLeave).toHaveBeenCalledOnce();
  expect([...copies]).toEqual([]);
});
