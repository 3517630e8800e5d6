import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ConversationSummary } from "@/api/admin/chat";
import type { ChatMessage } from "@/api/chat";
import { FakeEventSource } from "@/testing/fake-event-source";
import { renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { MessagesButton } from "./messages-button";

const sentAt = "2026-03-02T12:00:00Z";

/** Plays the server: two conversations, and the quick replies. */
class Office {
  replies = ["Give me a minute."];
  unread = 0;
  broken = false;
  threadsBroken = false;
  readonly messages: ChatMessage[] = [
    { id: 1, key: "1", staff: false, author: "", text: "I have ants.", sentAt },
  ];
  readonly readTo: number[] = [];

  answer = async (path: string, { method, body }: RequestInit): Promise<Response> => {
    if (method === "GET") {
      if (this.threadsBroken && !/chat$/.test(path)) return new Response("no", { status: 503 });
      const thread = { conversation: this.#summary("ants", ""), messages: this.messages };
      const list = [this.#summary("ants", "Ann"), this.#summary("bees", "Bea")];
      const inbox = { conversations: list, replies: this.replies };
      return Response.json({ success: true, data: /chat$/.test(path) ? inbox : thread });
    }
    if (this.broken) return new Response("no", { status: 503 });
    const sent = JSON.parse(String(body));
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

let office: Office;
beforeEach(() => {
  FakeEventSource.install();
  localStorage.clear();
  office = new Office();
  vi.stubGlobal("fetch", vi.fn(office.answer));
});

function look(state: DocumentVisibilityState): void {
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
  // Whether each one is hidden takes long to find out and makes no difference here.
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole("button", { name, hidden: true }));
  await press(/^Messages/);
  return { user, press };
}

const box = () => screen.getByLabelText("Your answer");
const repliesBox = () => screen.getByLabelText(/One answer per line/);

it("counts what arrived behind another tab as read once somebody looks again", async () => {
  const { press } = await openMessages();
  await press(/Ann/);
  look("hidden");
  office.unread = 1;
  office.messages.push({ ...(office.messages[0] as ChatMessage), id: 2, key: "2", text: "Hello?" });
  FakeEventSource.latest.emit("changed", {});
  await screen.findByText("Hello?");
  expect(office.readTo).toEqual([]);
  look("visible");
  await waitFor(() => expect(office.readTo).toEqual([2]));
});

it("shows that a conversation could not be loaded, and loads it again", async () => {
  const { press } = await openMessages();
  office.threadsBroken = true;
  await press(/Ann/);
  expect(await screen.findByText("Could not load this conversation")).toBeVisible();
  expect(screen.queryByRole("log")).toBeNull();
  office.threadsBroken = false;
  await press("Try Again");
  expect(await within(await screen.findByRole("log")).findByText("I have ants.")).toBeVisible();
  expect(screen.queryByText("Could not load this conversation")).toBeNull();
});

it("puts a quick reply into an empty box, and behind what is typed already", async () => {
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

it("keeps half an answer for its own conversation, through other messages and a closed sheet", async () => {
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

it("keeps an answer that could not be sent, to be tried again", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  office.broken = true;
  await user.type(box(), "On our way{Enter}");
  await user.keyboard("{Escape}");
  await press(/^Messages/);
  await press(/Ann/);
  office.broken = false;
  await press("Try again");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
  expect(within(screen.getByRole("log")).getAllByText("On our way")).toHaveLength(1);
});

it("keeps quick replies that are being edited until they are saved", async () => {
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
  await waitFor(() => expect(office.replies).toEqual(edited.split("\n")));
  await user.keyboard("{Escape}");
  // Meanwhile a colleague edits them too: what was saved here does not hide that.
  office.replies = ["One moment."];
  FakeEventSource.latest.emit("changed", {});
  await press(/^Messages/);
  await waitFor(() => expect(repliesBox()).toHaveValue("One moment."));
});
