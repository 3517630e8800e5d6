import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ChatChannel, ConversationSummary, Inbox } from "@/api/admin/chat";
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
  usedPercent = 1;
  channels: ChatChannel[] = [];
  readonly tested: string[] = [];
  readonly deleted: string[] = [];
  readonly searches: string[] = [];
  readonly messages: ChatMessage[] = [
    { id: 1, key: "1", staff: false, author: "", text: "I have ants.", sentAt },
  ];
  readonly readTo: number[] = [];

  respond = async (path: string, init: RequestInit): Promise<Response> => {
    if (!path.startsWith("/api/admin/chat")) return refuseRequest(path, init);
    if (init.method === "GET") {
      const { pathname, searchParams } = new URL(path, location.href);
      if (pathname.endsWith("/chat")) return success(this.#inbox(searchParams));
      if (pathname.endsWith("/channels")) return success(this.channels);
      if (this.threadsDown) return new Response("no", { status: 503 });
      const id = pathname.split("/").at(-1) ?? "";
      if (this.deleted.includes(id)) return new Response("no", { status: 404 });
      return success({ conversation: this.#summary(id, ""), messages: this.messages });
    }
    if (this.down) return new Response("no", { status: 503 });
    if (path.endsWith("/test")) {
      this.tested.push(path);
      return Response.json({ success: true, message: "Test notice sent" });
    }
    const sent = JSON.parse(String(init.body));
    if (sent.replies) this.replies = sent.replies;
    if (sent.readTo) this.readTo.push(sent.readTo);
    if (sent.text) {
      this.messages.push({ ...sent, id: this.messages.length + 1, staff: true, sentAt });
    }
    return success(this.messages.at(-1));
  };

  /** Two conversations on the first page, and one on the next. */
  #inbox(query: URLSearchParams): Inbox {
    const search = query.get("search") ?? "";
    const after = query.get("after") ?? "";
    this.searches.push(search);
    const names = search ? ["Wes"] : after ? ["Wes"] : ["Ann", "Bea"];
    const ids: Record<string, string> = { Ann: "ants", Bea: "bees", Wes: "wasps" };
    return {
      conversations: names
        .map((name) => this.#summary(ids[name] ?? "", name))
        .filter(({ id }) => !this.deleted.includes(id)),
      next: search || after ? "" : "true.1.bees",
      unread: this.unread,
      replies: this.replies,
      usedPercent: this.usedPercent,
      nearlyFull: this.usedPercent >= 80,
    };
  }

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

const success = (data: unknown) => Response.json({ success: true, data });

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

it("loads more conversations, and keeps one open that is on no page in sight", async () => {
  const { press } = await openMessages();
  await screen.findByText("Ann");
  expect(screen.queryByText("Wes")).toBeNull();
  await press("Load More");
  await press(/Wes/);
  expect(await screen.findByText("I have ants.")).toBeVisible();
  await press("All messages");
  expect(screen.queryByRole("button", { name: "Load More", hidden: true })).toBeNull();
});

it("searches on the server once typing has stopped", async () => {
  const { user } = await openMessages();
  await screen.findByText("Ann");
  await user.type(screen.getByLabelText("Search messages"), " wasps ");
  expect(await screen.findByText("Wes")).toBeVisible();
  expect(screen.queryByText("Ann")).toBeNull();
  expect(server.searches.filter(Boolean)).toEqual(["wasps"]);
});

it("counts the unread messages of all pages", async () => {
  server.unread = 41;
  renderWithPage(
    <TooltipProvider>
      <MessagesButton />
    </TooltipProvider>,
  );
  expect(await screen.findByRole("button", { name: "Messages 41 unread" })).toBeVisible();
});

it("returns to the list when the open conversation is deleted", async () => {
  const { press } = await openMessages();
  await press(/Ann/);
  await screen.findByText("I have ants.");
  server.deleted.push("ants");
  FakeEventSource.latest.emit("changed", {});
  expect(await screen.findByText("Bea")).toBeVisible();
  expect(screen.queryByText("Ann")).toBeNull();
});

it("says when the chat is nearly full", async () => {
  server.usedPercent = 83;
  await openMessages();
  expect(await screen.findByText(/The chat is 83% full/)).toBeVisible();
});

it("opens the conversation that a notice links to", async () => {
  renderWithPage(
    <TooltipProvider>
      <MessagesButton />
    </TooltipProvider>,
    { path: "/admin?panel=messages&section=bees" },
  );
  expect(await screen.findByText("I have ants.")).toBeVisible();
  expect(box()).toBeVisible();
});

it("shows on which channel notices fail and why, and sends a test", async () => {
  server.channels = [
    channel("email", { failedAt: "2026-03-02T12:05:00Z", error: "refused" }),
    channel("webhook"),
    channel("push", { receivers: 2 }),
  ];
  const { press } = await openMessages();
  expect(await screen.findByText("do not arrive")).toBeInTheDocument();
  expect(screen.getByText(/^Last failed .*: refused$/)).toHaveClass("text-bad");
  expect(screen.getByText(/^On 2 devices. Last delivered/)).toBeInTheDocument();
  await press("Send a test: E-mail");
  await waitFor(() => expect(server.tested).toEqual(["/api/admin/chat/channels/email/test"]));
});

it("says that nobody is told while no device gets notices", async () => {
  // What failed when there were devices does not matter any more.
  server.channels = [
    channel("push", { failedAt: "2026-03-02T12:05:00Z", error: "gone", receivers: 0 }),
  ];
  await openMessages();
  expect(await screen.findByText(/Nobody is told of messages/)).toBeInTheDocument();
  expect(screen.queryByText("do not arrive")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Send a test/ })).not.toBeInTheDocument();
});

it("explains why the bell cannot turn notifications on", async () => {
  const { press } = await openMessages();
  await press("Notifications are not supported here");
  expect(await screen.findByText(/This browser cannot receive notifications/)).toBeVisible();
  await press("Turn the sound off");
  expect(localStorage.getItem("perimeter-chat-alerts")).toBe("off");
  await press("Turn the sound on");
  expect(localStorage.getItem("perimeter-chat-alerts")).toBe("on");
});

function channel(name: string, fields: Partial<ChatChannel> = {}): ChatChannel {
  const delivered = { deliveredAt: sentAt, failedAt: null, error: "", receivers: null };
  return { channel: name, ...delivered, ...fields };
}
