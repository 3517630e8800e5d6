import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { MessageList } from "./message-list";

const message = (id: number, staff = true) => ({
  id,
  key: String(id),
  staff,
  author: "Pat",
  text: `Message ${id}`,
  sentAt: "2026-03-02T12:00:00Z",
});

it("does not scroll away from older messages, and says that there is a new one", async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const list = (...ids: number[]) => (
    <MessageList as="visitor" messages={ids.map((id) => message(id))} />
  );
  const { rerenderPart, user } = renderWithPage(list(1));
  expect(scrolled).toHaveBeenCalledTimes(1);
  const log = screen.getByRole("log");
  Object.defineProperties(log, {
    scrollHeight: { value: 1000 },
    clientHeight: { value: 300 },
    scrollTop: { value: 100, writable: true },
  });
  fireEvent.scroll(log);
  rerenderPart(list(1, 2));
  expect(scrolled).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole("button", { name: "New message ↓" }));
  expect(scrolled).toHaveBeenCalledTimes(2);
  expect(screen.queryByRole("button", { name: "New message ↓" })).toBeNull();

  rerenderPart(list(1, 2, 3));
  expect(screen.getByRole("button", { name: "New message ↓" })).toBeVisible();
  log.scrollTop = 700;
  fireEvent.scroll(log);
  expect(screen.queryByRole("button", { name: "New message ↓" })).toBeNull();

  // What the person writes is always shown.
  log.scrollTop = 100;
  fireEvent.scroll(log);
  rerenderPart(
    <MessageList as="visitor" messages={[message(1), message(2), message(3), message(4, false)]} />,
  );
  expect(scrolled).toHaveBeenCalledTimes(3);
});

it("closes the line around a message that was delivered, not around older ones", () => {
  Element.prototype.scrollIntoView = vi.fn();
  const unsent = { key: "2", text: "Message 2" };
  const { rerenderPart } = renderWithPage(
    <MessageList as="visitor" messages={[message(1, false)]} unsent={[unsent]} />,
  );
  const bubble = (id: number) => screen.getByText(`Message ${id}`);
  expect(bubble(2)).not.toHaveClass("closing-line");
  rerenderPart(<MessageList as="visitor" messages={[message(1, false), message(2, false)]} />);
  expect(bubble(2)).toHaveClass("closing-line");
  expect(bubble(1)).not.toHaveClass("closing-line");
});
