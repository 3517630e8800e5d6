import { screen } from "@testing-library/react";
import { beforeEach, vi } from "vitest";
import { MessagesButton } from "@/features/chat/admin/messages-button";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { FakeChatServer } from "./fake-chat-server";
import { FakeEventSource } from "./fake-event-source";
import { renderWithPage } from "./render";

/** Gives each test of a file a chat server of its own; the function returns the current one. */
export function fakeChat(): () => FakeChatServer {
  let server: FakeChatServer;
  beforeEach(() => {
    FakeEventSource.install();
    localStorage.clear();
    server = new FakeChatServer();
    vi.stubGlobal("fetch", vi.fn(server.respond));
  });
  return () => server;
}

/** Opens the sheet Messages. */
export async function openMessages() {
  const { user } = renderWithPage(
    <TooltipProvider>
      <MessagesButton />
    </TooltipProvider>,
  );
  // hidden: true, because checking the visibility of every button is slow and does not matter here.
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole("button", { name, hidden: true }));
  await press(/^Messages/);
  return { user, press };
}

export const answerBox = () => screen.getByLabelText("Your answer");
