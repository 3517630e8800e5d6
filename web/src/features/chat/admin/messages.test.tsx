import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ChatChannel } from "@/api/admin/chat";
import type { ChatMessage } from "@/api/chat";
import { FakeChatServer, sentAt } from "@/testing/fake-chat-server";
import { FakeEventSource } from "@/testing/fake-event-source";
import { renderWithPage } from "@/testing/render";
import { toasts } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { MessagesButton } from "./messages-button";

let server: FakeChatServer;
beforeEach(() => {
  FakeEventSource.install();
  localStorage.clear();
  server = new FakeChatServer();
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

it("keeps the messages in sight when the newest ones cannot be loaded", async () => {
  const { press } = await openMessages();
  await press(/Ann/);
  const log = await screen.findByRole("log");
  await within(log).findByText("I have ants.");
  server.threadsDown = true;
  FakeEventSource.latest.emit("changed", {});
  expect(await screen.findByText("New messages could not be loaded.")).toBeVisible();
  expect(screen.queryByText("Could not load this conversation")).toBeNull();
  expect(within(log).getByText("I have ants.")).toBeVisible();
  server.threadsDown = false;
  await press("Try Again");
  await waitFor(() => expect(screen.queryByText("New messages could not be loaded.")).toBeNull());
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

it("keeps what was typed per conversation, also while the sheet is closed", async () => {
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

it("forgets a reply that could not be sent when it is dismissed", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  server.down = true;
  await user.type(box(), "Never mind{Enter}");
  await press("Dismiss");
  expect(screen.queryByText("Never mind")).toBeNull();
});

it("sends replies in the order in which they were written", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!path.endsWith("/messages")) return server.respond(path, init);
    sent.push(JSON.parse(String(init.body)).text);
    await new Promise<void>((resolve) => answers.push(resolve));
    return server.respond(path, init);
  });
  await user.type(box(), "First{Enter}");
  await user.type(box(), "Second{Enter}");
  expect(sent).toEqual(["First"]);
  answers[0]?.();
  await waitFor(() => expect(sent).toEqual(["First", "Second"]));
  answers[1]?.();
  await waitFor(() => expect(screen.queryByText("Sending…")).toBeNull());
});

it("sends a reply after a reload that was not sent before it", async () => {
  const first = await openMessages();
  await first.press(/Ann/);
  server.down = true;
  await first.user.type(box(), "On our way{Enter}");
  await screen.findByRole("button", { name: "Try again" });
  cleanup();
  server.down = false;
  await openMessages();
  await waitFor(() => expect(server.messages.at(-1)?.text).toBe("On our way"));
  expect(localStorage).toHaveLength(0);
});

it("gives a note back that could not be saved, beside the answer that was begun meanwhile", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  await press("Write a Note");
  let fail: () => void = () => {};
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (!path.endsWith("/notes")) return server.respond(path, init);
    await new Promise<void>((resolve) => {
      fail = resolve;
    });
    return Response.json({ success: false, message: "Not now" }, { status: 503 });
  });
  await user.type(screen.getByLabelText("Your note"), "Pays late{Enter}");
  await user.type(box(), "We come at nine");
  fail();
  await press("Continue the Note");
  expect(screen.getByLabelText("Your note")).toHaveValue("Pays late");
  await press("Answer Instead");
  expect(box()).toHaveValue("We come at nine");
});

it("stores notes apart from messages and shows them in the thread", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  await press("Write a Note");
  await user.type(screen.getByLabelText("Your note"), "Pays late{Enter}");
  expect(await screen.findByText("Internal note")).toBeVisible();
  expect(server.notes).toMatchObject([{ text: "Pays late" }]);
  expect(server.messages).toHaveLength(1);
  expect(box()).toHaveValue("");
  await press("Delete note");
  await waitFor(() => expect(screen.queryByText("Internal note")).toBeNull());
  expect(screen.getByRole("log")).toHaveFocus();
});

it("shows what was seen, and how to reach the visitor with the text filled in", async () => {
  server.contact = "254-555-0142";
  server.reach = { email: "", phone: "+12545550142" };
  server.messages.push(
    { id: 2, key: "2", staff: true, author: "Pat", text: "We come at 9 & stay.", sentAt },
    { id: 3, key: "3", staff: true, author: "Pat", text: "All right?", sentAt },
  );
  server.seenTo = 2;
  const { user, press } = await openMessages();
  await press(/Ann/);
  expect(await screen.findByText(/· Seen$/)).toBeVisible();
  expect(screen.getByText(/· Sent$/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Call 254-555-0142" })).toHaveAttribute(
    "href",
    "tel:+12545550142",
  );
  const message = screen.getByRole("link", { name: "Send as text" });
  expect(message).toHaveAttribute("href", "sms:+12545550142?&body=All%20right%3F");
  await user.type(box(), "At 9 & 10");
  expect(message).toHaveAttribute("href", "sms:+12545550142?&body=At%209%20%26%2010");
});

it("assigns a conversation if several people can answer", async () => {
  server.people = [
    { id: 1, name: "Pat" },
    { id: 2, name: "Sam" },
  ];
  const { user, press } = await openMessages();
  await press(/Ann/);
  await user.selectOptions(await screen.findByLabelText("Assigned to"), "Sam");
  await press("All messages");
  expect((await screen.findAllByText("Sam")).length).toBeGreaterThan(0);
});

it("stores whether the person is available", async () => {
  const { user } = await openMessages();
  const available = await screen.findByRole("switch", { name: "Available" });
  expect(available).toBeChecked();
  await user.click(available);
  await waitFor(() => expect(server.available).toBe(false));
  expect(await screen.findByText(/^Away:/)).toBeVisible();
});

it("saves quick replies again and again", async () => {
  const { user, press } = await openMessages();
  await user.click(await screen.findByText("Quick replies"));
  for (const text of ["We will call.", "We are on the way.", "See you tomorrow."]) {
    await user.clear(repliesBox());
    await user.type(repliesBox(), text);
    await press("Save Quick Replies");
    await waitFor(() => expect(server.replies).toEqual([text]));
    await waitFor(() => expect(toasts.snapshot()[0]?.title).toBe("Quick replies saved"));
    toasts.show({ title: "Seen" });
  }
});

it("saves quick replies, and shows a colleague's later ones", async () => {
  const { user, press } = await openMessages();
  await user.click(await screen.findByText("Quick replies"));
  await user.type(repliesBox(), "{Enter}We will call.");
  await press("Save Quick Replies");
  const edited = ["Give me a minute.", "We will call."];
  await waitFor(() => expect(server.replies).toEqual(edited));
  await user.keyboard("{Escape}");
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
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Wes/, hidden: true })).toHaveFocus(),
  );
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
  expect(screen.getByText("This conversation does not exist any more.")).toBeVisible();

  // The visitor writes again, which makes a conversation with the same ID.
  server.deleted.pop();
  FakeEventSource.latest.emit("changed", {});
  expect(await screen.findByText("Ann")).toBeVisible();
  expect(screen.getByText("Bea")).toBeVisible();
  await press(/Ann/);
  expect(await screen.findByText("Began on /")).toBeVisible();
  await press("All messages");
  expect(screen.queryByText("This conversation does not exist any more.")).toBeNull();
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

it("fills in the server of a mail service and sends what was typed, once", async () => {
  const { user, press } = await openMessages();
  await user.click(await screen.findByText("Notices"));
  await user.type(screen.getByLabelText(/^E-mail addresses/), "ann@pest.example, ben@pest.example");
  await user.selectOptions(screen.getByLabelText("Mail service"), "Yahoo");
  expect(screen.getByLabelText("Mail server")).toHaveValue("smtp.mail.yahoo.com");
  expect(screen.getByLabelText("Port")).toHaveValue("465");
  expect(screen.getByRole("link", { name: /Make one at Yahoo/ })).toHaveAttribute(
    "href",
    "https://login.yahoo.com/account/security",
  );
  await user.type(screen.getByLabelText("Username"), "ann@pest.example");
  await user.type(screen.getByLabelText("Password of the mail account"), "app password");
  await press("Save Notices");
  await waitFor(() =>
    expect(server.savedNotices).toEqual([
      {
        addresses: ["ann@pest.example", "ben@pest.example"],
        host: "smtp.mail.yahoo.com",
        port: 465,
        username: "ann@pest.example",
        password: "app password",
        webhookUrl: "",
      },
    ]),
  );
  expect(screen.getByLabelText("Password of the mail account")).toHaveValue("");
});

it("shows what the server decides as read-only, and no stored secret", async () => {
  server.noticeSettings = {
    ...server.noticeSettings,
    addresses: ["boss@pest.example"],
    fixedAddresses: true,
    fixedMailServer: true,
    webhookHost: "hooks.example",
  };
  const { user } = await openMessages();
  await user.click(await screen.findByText("Notices"));
  expect(screen.getByLabelText(/^E-mail addresses/)).toHaveAttribute("readonly");
  expect(screen.queryByLabelText("Mail service")).not.toBeInTheDocument();
  expect(screen.getByText(/Notices go to hooks.example/)).toBeVisible();
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
