import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { ChatMessage } from "@/api/chat";
import { sentAt } from "@/testing/fake-chat-server";
import { FakeEventSource } from "@/testing/fake-event-source";
import { answerBox, fakeChat, openMessages } from "@/testing/messages";

const server = fakeChat();

function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

it("marks a message that arrived in a hidden tab as read when the tab becomes visible", async () => {
  const { press } = await openMessages();
  await press(/Ann/);
  setVisibility("hidden");
  server().unread = 1;
  server().messages.push({
    ...(server().messages[0] as ChatMessage),
    id: 2,
    key: "2",
    text: "Hello?",
  });
  FakeEventSource.latest.emit("changed", {});
  await screen.findByText("Hello?");
  expect(server().readTo).toEqual([]);
  setVisibility("visible");
  await waitFor(() => expect(server().readTo).toEqual([2]));
});

it("shows that a conversation could not be loaded, and loads it again", async () => {
  const { press } = await openMessages();
  server().threadsDown = true;
  await press(/Ann/);
  expect(await screen.findByText("Could not load this conversation")).toBeVisible();
  expect(screen.queryByRole("log")).toBeNull();
  server().threadsDown = false;
  await press("Try Again");
  expect(await within(await screen.findByRole("log")).findByText("I have ants.")).toBeVisible();
  expect(screen.queryByText("Could not load this conversation")).toBeNull();
});

it("keeps the messages in sight when the newest ones cannot be loaded", async () => {
  const { press } = await openMessages();
  await press(/Ann/);
  const log = await screen.findByRole("log");
  await within(log).findByText("I have ants.");
  server().threadsDown = true;
  FakeEventSource.latest.emit("changed", {});
  expect(await screen.findByText("New messages could not be loaded.")).toBeVisible();
  expect(screen.queryByText("Could not load this conversation")).toBeNull();
  expect(within(log).getByText("I have ants.")).toBeVisible();
  server().threadsDown = false;
  await press("Try Again");
  await waitFor(() => expect(screen.queryByText("New messages could not be loaded.")).toBeNull());
});

it("stores notes apart from messages and shows them in the thread", async () => {
  const { user, press } = await openMessages();
  await press(/Ann/);
  await press("Write a Note");
  await user.type(screen.getByLabelText("Your note"), "Pays late{Enter}");
  expect(await screen.findByText("Internal note")).toBeVisible();
  expect(server().notes).toMatchObject([{ text: "Pays late" }]);
  expect(server().messages).toHaveLength(1);
  expect(answerBox()).toHaveValue("");
  await press("Delete note");
  await waitFor(() => expect(screen.queryByText("Internal note")).toBeNull());
  expect(screen.getByRole("log")).toHaveFocus();
});

it("shows what was seen, and how to reach the visitor with the text filled in", async () => {
  server().contact = "254-555-0142";
  server().reach = { email: "", phone: "+12545550142" };
  server().messages.push(
    { id: 2, key: "2", staff: true, author: "Pat", text: "We come at 9 & stay.", sentAt },
    { id: 3, key: "3", staff: true, author: "Pat", text: "All right?", sentAt },
  );
  server().seenTo = 2;
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
  await user.type(answerBox(), "At 9 & 10");
  expect(message).toHaveAttribute("href", "sms:+12545550142?&body=At%209%20%26%2010");
});

it("assigns a conversation if several people can answer", async () => {
  server().people = [
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
  await waitFor(() => expect(server().available).toBe(false));
  expect(await screen.findByText(/^Away:/)).toBeVisible();
});
