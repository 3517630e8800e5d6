import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatSetup } from "@/domain/page-data";
import { FakeEventSource } from "@/testing/fake-event-source";
import { renderWithPage } from "@/testing/render";
import { sampleIdentity } from "@/testing/sample-identity";
import { ChatButton } from "./chat-button";

function FakePanel() {
  return "the panel";
}

beforeEach(() => {
  FakeEventSource.install();
  localStorage.clear();
  sessionStorage.clear();
});

function press(chat: ChatSetup, path = "/") {
  return renderWithPage(<ChatButton />, {
    path,
    identity: { ...sampleIdentity, chat },
    data: { "business-hours": [] },
  });
}

it("opens the panel and returns the focus when it is closed", async () => {
  const { user } = press({ provider: "own" });
  const button = screen.getByRole("button", { name: "Chat" });
  expect(FakeEventSource.instances).toEqual([]);
  await user.click(button);
  expect(await screen.findByRole("dialog", { name: "Chat With Us" })).toBeVisible();
  expect(screen.getByLabelText("Your message")).toHaveFocus();
  await user.type(screen.getByLabelText("Your message"), "half a sent");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(button).toHaveFocus();
  await user.click(button);
  expect(screen.getByLabelText("Your message")).toHaveValue("half a sent");
});

it("leaves the focus alone when it is still open from the page before", async () => {
  sessionStorage.setItem("perimeter-chat", "open");
  const { user } = press({ provider: "own" });
  expect(await screen.findByRole("dialog", { name: "Chat With Us" })).toBeVisible();
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Close chat" }));
  await user.click(screen.getByRole("button", { name: "Chat" }));
  expect(screen.getByLabelText("Your message")).toHaveFocus();
});

it("counts the replies that arrived while it was closed", async () => {
  const { user } = press({ provider: "own" });
  await user.click(screen.getByRole("button", { name: "Chat" }));
  await user.click(await screen.findByRole("button", { name: "Close chat" }));
  const reply = { staff: true, author: "Pat", text: "Hello", sentAt: "2026-03-02T12:00:00Z" };
  FakeEventSource.latest.emit("message", { ...reply, id: 1, key: "1" });
  FakeEventSource.latest.emit("message", { ...reply, id: 2, key: "2" });
  await user.click(screen.getByRole("button", { name: "Chat 2 unread" }));
  expect(screen.getByRole("button", { name: "Chat" })).toBeVisible();
});

it("lets a visitor delete the conversation, after asking once more", async () => {
  const { user } = press({ provider: "own" });
  await user.click(screen.getByRole("button", { name: "Chat" }));
  await screen.findByRole("dialog");
  expect(screen.queryByRole("button", { name: "Delete this conversation" })).toBeNull();
  const sentAt = "2026-03-02T12:00:00Z";
  const state = { staffOnline: true, started: sentAt, closed: false, name: "", contact: "" };
  const events = await FakeEventSource.connected();
  events.emit("state", state);
  events.emit("message", {
    id: 1,
    key: "1",
    staff: false,
    author: "",
    text: "Forget me",
    sentAt,
  });
  const answers = [
    Response.json({ success: false, message: "Please wait 3 seconds." }, { status: 429 }),
    Response.json({ success: true, message: "Conversation deleted" }),
  ];
  const fetch = vi.fn(async () => answers.shift() as Response);
  vi.stubGlobal("fetch", fetch);
  const ask = () => user.click(screen.getByRole("button", { name: "Delete this conversation" }));
  await ask();
  expect(screen.getByRole("button", { name: "Keep" })).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(fetch).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Delete this conversation" })).toHaveFocus();
  await ask();
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please wait 3 seconds.");
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Forget me")).toBeNull());
  expect(fetch).toHaveBeenLastCalledWith(
    "/api/chat/conversation",
    expect.objectContaining({ method: "DELETE" }),
  );
  expect(screen.getByLabelText("Your message")).toHaveFocus();
});

it("shows URLs as plain text", async () => {
  const { user } = press({ provider: "own" });
  await user.click(screen.getByRole("button", { name: "Chat" }));
  await screen.findByRole("dialog");
  const text = "See https://bait.example/ <b>now</b>";
  const sentAt = "2026-03-02T12:00:00Z";
  const events = await FakeEventSource.connected();
  events.emit("message", {
    id: 1,
    key: "1",
    staff: true,
    author: "Pat",
    text,
    sentAt,
  });
  expect(screen.getByRole("log")).toHaveTextContent(text);
  expect(screen.queryByRole("link", { name: /bait/ })).toBeNull();
});

describe("when the panel's code cannot be loaded", () => {
  const panel = vi.fn();
  const head = vi.fn();
  const reload = vi.fn();

  beforeEach(() => {
    panel.mockReset().mockImplementation(() => {
      throw new TypeError("Failed to fetch dynamically imported module");
    });
    vi.resetModules();
    vi.doMock("./chat-panel", () => panel());
    vi.stubGlobal("fetch", head.mockReset().mockRejectedValue(new TypeError("Failed to fetch")));
    vi.spyOn(location, "reload").mockImplementation(reload.mockReset());
  });
  afterEach(() => {
    vi.doUnmock("./chat-panel");
  });

  it("shows the phone number and can be closed", async () => {
    const { user } = press({ provider: "own" });
    const button = screen.getByRole("button", { name: "Chat" });
    await user.click(button);
    const failure = await screen.findByRole("alertdialog");
    expect(failure).toHaveTextContent("The chat could not be loaded. Please call (254) 555-0142.");
    expect(screen.getByRole("button", { name: "Try again" })).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(button).toHaveFocus();
  });

  it("loads the code again on retry", async () => {
    const { user } = press({ provider: "own" });
    await user.click(screen.getByRole("button", { name: "Chat" }));
    await screen.findByRole("alertdialog");
    panel.mockReturnValue({ ChatPanel: FakePanel });
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(/the panel/)).toBeVisible();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it("reloads the page if the site responds but the code is gone", async () => {
    const { user } = press({ provider: "own" });
    await user.click(screen.getByRole("button", { name: "Chat" }));
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("alertdialog")).toBeVisible();
    await waitFor(() => expect(head).toHaveBeenCalledOnce());
    expect(reload).not.toHaveBeenCalled();
    head.mockResolvedValue(new Response());
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it("leaves the focus alone when the chat is still open from the page before", async () => {
    sessionStorage.setItem("perimeter-chat", "open");
    press({ provider: "own" });
    expect(await screen.findByRole("alertdialog")).toBeVisible();
    expect(document.body).toHaveFocus();
  });

  it("shows no error if nobody opened the chat", async () => {
    localStorage.setItem("perimeter-chat", String(Date.now()));
    press({ provider: "own" });
    await waitFor(() => expect(panel).toHaveBeenCalled());
    await act(async () => {});
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

it("is not rendered without a chat provider", () => {
  press({ provider: "none" });
  expect(screen.queryByRole("button")).toBeNull();
});

it("loads another provider's script on click and then disappears", async () => {
  const script = "https://widget.example/w.js";
  // happy-dom would try to load the script.
  const append = vi.spyOn(document.head, "append").mockReturnValue();
  const { user } = press({ provider: "script", script });
  expect(append).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Chat" }));
  await waitFor(() => expect(append).toHaveBeenCalled());
  const element = append.mock.calls[0]?.[0] as HTMLScriptElement;
  expect(element.src).toBe(script);
  act(() => {
    element.dispatchEvent(new Event("load"));
  });
  expect(screen.queryByRole("button")).toBeNull();
});

it("does not load third-party scripts on the login page", () => {
  press({ provider: "script", script: "https://widget.example/w.js" }, "/login");
  expect(screen.queryByRole("button")).toBeNull();
});
