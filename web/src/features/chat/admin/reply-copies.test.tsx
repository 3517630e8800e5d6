import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { CopiesProvider } from "@/editing/copies/working-copies";
import { FakeChatServer } from "@/testing/fake-chat-server";
import { fakeCopyStore } from "@/testing/fake-copy-store";
import { FakeEventSource } from "@/testing/fake-event-source";
import { renderWithPage } from "@/testing/render";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { MessagesButton } from "./messages-button";

beforeEach(() => {
  FakeEventSource.install();
  vi.stubGlobal("fetch", vi.fn(new FakeChatServer().respond));
});

it("keeps quick replies and an answer when the messages are closed, without a question", async () => {
  const store = fakeCopyStore();
  const { user } = renderWithPage(
    <TooltipProvider>
      <CopiesProvider store={store}>
        <MessagesButton />
      </CopiesProvider>
    </TooltipProvider>,
    { path: "/admin?panel=messages" },
  );
  await user.click(await screen.findByText("Quick replies"));
  await user.type(screen.getByLabelText(/One answer per line/), "We will call.");
  await user.click(await screen.findByRole("button", { name: /Ann/, hidden: true }));
  expect(toasts.snapshot()[0]).toMatchObject({ title: "Kept for later", open: true });
  await user.type(await screen.findByLabelText("Your answer"), "Half a");
  await waitFor(() =>
    expect(new Set(store.keep.mock.calls.map(([kind]) => kind))).toEqual(
      new Set(["quick-replies", "chat-reply"]),
    ),
  );
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(store.remove).not.toHaveBeenCalled();
});
