import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { ChatState } from "@/api/chat";
import { FakeEventSource } from "@/testing/fake-event-source";
import { renderWithPage } from "@/testing/render";
import { ChatButton } from "./chat-button";
import { openChat } from "./open-chat";
import { linkToken, resumeChat } from "./resume-chat";

const sentAt = "2026-03-02T12:00:00Z";
const state: ChatState = {
  staffOnline: false,
  started: sentAt,
  closed: false,
  name: "",
  contact: "",
  readTo: 0,
  seenTo: 0,
  typing: "",
};
const question = { id: 1, key: "1", staff: false, author: "", text: "I have ants.", sentAt };
const answer = { id: 2, key: "2", staff: true, author: "Pat", text: "Where?", sentAt };

let calls: { path: string; body: unknown }[];
let refusal: Response | undefined;
beforeEach(() => {
  FakeEventSource.install();
  localStorage.clear();
  sessionStorage.clear();
  calls = [];
  refusal = undefined;
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string }) => {
    const sent = body && JSON.parse(body);
    calls.push({ path, body: sent });
    const stored = { ...question, sentAt: new Date().toISOString(), ...sent };
    const data = path === "/api/chat/messages" ? stored : {};
    return refusal ?? Response.json({ success: true, data });
  });
});

async function openPanel() {
  const { user } = renderWithPage(<ChatButton />, {
    data: { "business-hours": [], "special-days": [] },
  });
  act(() => {
    openChat();
  });
  await screen.findByRole("dialog", { name: "Chat With Us" });
  // It connects just after it has appeared.
  await waitFor(() => expect(FakeEventSource.instances).not.toEqual([]));
  return user;
}

it("opens when a link or card of the page asks for it, and takes the focus then", async () => {
  await openPanel();
  // Just after the panel has appeared.
  await waitFor(() => expect(screen.getByLabelText("Your message")).toHaveFocus());
});

it("offers to leave details inside a conversation only, and says why some are refused", async () => {
  const user = await openPanel();
  act(() => FakeEventSource.latest.emit("state", { ...state, started: "" }));
  expect(screen.queryByRole("button", { name: "Leave my details" })).toBeNull();
  act(() => FakeEventSource.latest.emit("state", state));
  await user.click(screen.getByRole("button", { name: "Leave my details" }));
  expect(screen.getByLabelText("Name")).toHaveFocus();
  await user.type(screen.getByLabelText("Name"), "Ann");
  await user.type(screen.getByLabelText("Phone or e-mail"), "asdf");
  refusal = Response.json({ success: false, message: "We could not read that." }, { status: 400 });
  await user.click(screen.getByRole("button", { name: "Add to this chat" }));
  expect(await screen.findByText("We could not read that.")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Phone or e-mail")).toHaveFocus());
  refusal = undefined;
  await user.clear(screen.getByLabelText("Phone or e-mail"));
  await user.type(screen.getByLabelText("Phone or e-mail"), "ann@example.com");
  await user.click(screen.getByRole("button", { name: "Add to this chat" }));
  await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
  expect(calls.at(-1)).toEqual({
    path: "/api/chat/contact",
    body: { name: "Ann", contact: "ann@example.com" },
  });
  act(() => {
    FakeEventSource.latest.emit("state", { ...state, name: "Ann", contact: "ann@example.com" });
  });
  expect(screen.getByText(/We will reach you at ann@example\.com/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Change my details" })).toHaveFocus();
});

it("offers what a conversation has as soon as its first message is sent", async () => {
  const user = await openPanel();
  const here = { ...state, staffOnline: true };
  act(() => FakeEventSource.latest.emit("state", { ...here, started: "" }));
  await user.type(screen.getByLabelText("Your message"), "I have ants.{Enter}");
  // The stream has not told of it yet.
  expect(await screen.findByText(/· Sent$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Leave my details" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Delete this conversation" })).toBeVisible();
  await user.keyboard("{Shift>}{Tab}{/Shift}");
  expect(screen.getByRole("button", { name: "Delete this conversation" })).toHaveFocus();
  act(() => FakeEventSource.latest.emit("state", here));
  expect(screen.getByText(/· Sent$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Delete this conversation" })).toHaveFocus();
});

it("tells the staff what was seen, and shows what they have read", async () => {
  await openPanel();
  act(() => {
    FakeEventSource.latest.emit("state", state);
    FakeEventSource.latest.emit("message", question);
  });
  expect(screen.getByText(/· Sent$/)).toBeVisible();
  act(() => {
    FakeEventSource.latest.emit("message", answer);
    FakeEventSource.latest.emit("state", { ...state, readTo: 1 });
  });
  expect(await screen.findByText(/· Seen$/)).toBeVisible();
  await waitFor(() =>
    expect(calls).toContainEqual({ path: "/api/chat/seen", body: { through: 2 } }),
  );
});

it("shows older messages with their dates", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 2, 3, 12) });
  onTestFinished(() => void vi.useRealTimers());
  await openPanel();
  act(() => {
    FakeEventSource.latest.emit("state", state);
    const sentAt = new Date(2020, 2, 2, 12).toISOString();
    FakeEventSource.latest.emit("message", { ...question, sentAt });
    FakeEventSource.latest.emit("message", { ...answer, sentAt: new Date().toISOString() });
  });
  expect(screen.getByText("Monday, March 2, 2020")).toBeVisible();
  expect(screen.getByText("Today")).toBeVisible();
});

it("shows that the staff are typing, and tells them that the visitor is, but not at every key", async () => {
  const user = await openPanel();
  act(() => FakeEventSource.latest.emit("state", { ...state, typing: "1" }));
  expect(await screen.findByText("Somebody is typing…")).toBeVisible();
  act(() => FakeEventSource.latest.emit("state", state));
  await waitFor(() => expect(screen.queryByText("Somebody is typing…")).toBeNull());
  const signs = () => calls.filter(({ path }) => path === "/api/chat/typing");
  vi.spyOn(Date, "now").mockReturnValue(Date.now()); // typing takes no time
  await user.type(screen.getByLabelText("Your message"), "In the kitchen");
  expect(signs()).toHaveLength(1);
  await user.type(screen.getByLabelText("Your message"), "{Enter}And the hall");
  expect(signs()).toHaveLength(2);
});

it("reads the token of a link, and says why a link does not work", async () => {
  expect(linkToken("#chat=ABC234")).toBe("ABC234");
  expect(linkToken("#chat")).toBeUndefined();
  expect(linkToken("#chat=../x")).toBeUndefined();
  refusal = Response.json({ success: false, message: "This link is old." }, { status: 404 });
  expect(await resumeChat("ABC")).toBe("This link is old.");
  expect(sessionStorage.getItem("perimeter-chat")).toBeNull();
});
