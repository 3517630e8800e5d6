import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeEventSource } from "@/testing/fake-event-source";
import { answerBox, fakeChat, openMessages } from "@/testing/messages";
import { renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { MessagesButton } from "./messages-button";

const server = fakeChat();

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

it("loads more conversations although the event of a change ends the request", async () => {
  const { press } = await openMessages();
  await screen.findByText("Ann");
  const respond = fetch;
  let held = false;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (held || !path.includes("after=")) return respond(path, init);
    held = true;
    return new Promise(() => {});
  });
  await press("Load More");
  FakeEventSource.latest.emit("changed", {});
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Wes/, hidden: true })).toHaveFocus(),
  );
  expect(held).toBe(true);
});

it("searches on the server once typing has stopped", async () => {
  await openMessages();
  await screen.findByText("Ann");
  const box = screen.getByLabelText("Search messages");
  // At once, because the search waits for a pause by the real clock.
  for (const value of [" w", " wasp", " wasps "]) fireEvent.change(box, { target: { value } });
  expect(await screen.findByText("Wes")).toBeVisible();
  expect(screen.queryByText("Ann")).toBeNull();
  expect(server().searches.filter(Boolean)).toEqual(["wasps"]);
});

it("counts the unread messages of all pages", async () => {
  server().unread = 41;
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
  server().deleted.push("ants");
  FakeEventSource.latest.emit("changed", {});
  expect(await screen.findByText("Bea")).toBeVisible();
  expect(screen.queryByText("Ann")).toBeNull();
  expect(screen.getByText("This conversation does not exist any more.")).toBeVisible();

  // The visitor writes again, which makes a conversation with the same ID.
  server().deleted.pop();
  FakeEventSource.latest.emit("changed", {});
  expect(await screen.findByText("Ann")).toBeVisible();
  expect(screen.getByText("Bea")).toBeVisible();
  await press(/Ann/);
  expect(await screen.findByText("Began on /")).toBeVisible();
  await press("All messages");
  expect(screen.queryByText("This conversation does not exist any more.")).toBeNull();
});

it("says when the chat is nearly full", async () => {
  server().usedPercent = 83;
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
  expect(answerBox()).toBeVisible();
});
