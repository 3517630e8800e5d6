import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ConversationSummary } from "@/api/admin/chat";
import type { ChatMessage } from "@/api/chat";
import { FakeEventSource } from "@/testing/fake-event-source";
import { renderWithPage } from "@/testing/render";
import { refuseRequest } from "@/testing/undeclared-requests";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { MessagesButton } from "./messages-button";

const sentAt = "2026-03-02T12:00:00Z";

/** A fake server with two conversations and the quick replies. */
class FakeServer {
  replies = ["Give me a minute."];
  unread = 0;
  down = false;
  threadsDown = false;
  readonly messages: ChatMessage[] = [
    { id: 1, key: "1", staff: false, author: "", text: "I have ants.", sentAt },
  ];
  readonly readTo: number[] = [];

  respond = async (path: string, init: RequestInit): Promise<Response> => {
    if (!path.startsWith("/api/admin/chat")) return refuseRequest(path, init);
    if (init.method === "GET") {
      if (this.threadsDown && !/chat$/.test(path)) return new Response("no", { status: 503 });
      const thread = { conversation: this.#summary("ants", ""), messages: this.messages };
      const list = [this.#summary("ants", "Ann"), this.#summary("bees", "Bea")];
      const inbox = { conversations: list, replies: this.replies };
      return Response.json({ success: true, data: /chat$/.test(path) ? inbox : thread });
    }
    if (this.down) return new Response("no", { status: 503 });
    const sent = JSON.parse(String(init.body));
    if (sent.replies) this.replies = sent.replies;
    if (sent.readTo) this.readTo.push(sent.readTo);
    if (sent.text) {
      this.messages.push({ ...sent, id: this.messages.length + 1, staff: true, sentAt });
    }
    return Response.json({ success: true, data: this.messages.at(-1) });
  };

  #summary(id: string, name: string): ConversationSummary {
    return {
      id,
      name,
      contact: "",
      page: "/",
      closed: false,
      readTo: 0,
      startedAt: sentAt,
      updatedAt: sentAt,
      lastStaff: false,
      lastText: "I have ants.",
      unread: id === "ants" ? this.unread : 0,
    };
  }
}

let server: FakeServer;
beforeEach(() => {
  FakeEventSource.install();
  localStorage.clear();
  server = new FakeServer();
  vi.stubGlobal("fetch", vi.fn(server.respond));
});

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

async function openMessages() {
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

const box = () => screen.getByLabelText("Your answer");
const repliesBox = () => screen.getByLabelText(/One answer per line/);

it("marks a message that arrived in a hidden tab as read when the tab becomes visible", async () => {
  const { press } = await openMessages();
  await press(/Ann/);
  setVisibility("hidden");
  server.unread = 1;
  server.messages.push({ ...(server.messages[0] as ChatMessage), id: 2, key: "2", text: "Hello?" });
  FakeEventSource.latest.emit("changed", {});
  await screen.findByText("Hello?");
  expect(server.readTo).toEqual([]);
  setVisibility("visible");
  await waitFor(() => expect(server.readTo).toEqual([2]));
});

it("shows that a conversation could not be loaded, and loads it again", async () => {
  const { press } = await openMessages();
  server.threadsDown = true;
  await press(/Ann/);
  expect(await screen.findByText("Could not load this conversation")).toBeVisible();
  expect(screen.queryByRole("log")).toBeNull();
  server.threadsDown = false;
  await press("Try Again");
  expect(await within(await screen.findByRole("log")).findByText("I have ants.")).toBeVisible();
  expect(screen.queryByText("Could not load this conversation")).toBeNull();
});

it("inserts a quick reply after the text in the composer", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  const choose = () =>
    user.selectOptions(screen.getByLabelText("Quick reply"), "Give me a minute.");
  await choose();
  expect(box()).toHaveValue("Give me a minute.");
  await user.clear(box());
  await user.type(box(), "Good morning! ");
  await choose();
  expect(box()).toHaveValue("Good morning! Give me a minute.");
  expect(box()).toHaveFocus();
});

it("keeps a draft per conversation, also while the sheet is closed", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  await user.type(box(), "Half a");
  await press("All messages");
  await press(/Bea/);
  expect(box()).toHaveValue("");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await press(/^Messages/);
  await press(/Ann/);
  expect(box()).toHaveValue("Half a");
  await user.keyboard(" word{Enter}");
  expect(await within(screen.getByRole("log")).findByText("Half a word")).toBeVisible();
  await press("All messages");
  await press(/Ann/);
  expect(box()).toHaveValue("");
});

it("keeps a reply that could not be sent and retries it", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  server.down = true;
  await user.type(box(), "On our way{Enter}");
  await user.keyboard("{Escape}");
  await press(/^Messages/);
  await press(/Ann/);
  server.down = false;
  await press("Try again");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  expect(within(screen.getByRole("log")).getAllByText("On our way")).toHaveLength(1);
});

it("keeps edited quick replies until they are saved", async () => {
  const { user, press } = await openMessages();
  await user.click(await screen.findByText("Quick replies"));
  await user.type(repliesBox(), "{Enter}We will call.");
  await press(/Ann/);
  await press("All messages");
  expect(repliesBox()).toBeVisible();
  await user.keyboard("{Escape}");
  await press(/^Messages/);
  const edited = "Give me a minute.\nWe will call.";
  expect(repliesBox()).toHaveValue(edited);
  await press("Save Quick Replies");
  await waitFor(() => expect(server.replies).toEqual(edited.split("\n")));
  await user.keyboard("{Escape}");
  // A colleague's later edit must replace what was saved here.
  server.replies = ["One moment."];
  FakeEventSource.latest.emit("changed", {});
  await press(/^Messages/);
  await waitFor(() => expect(repliesBox()).toHaveValue("One moment."));
});
