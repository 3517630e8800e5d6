import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { sampleIdentity } from "@/testing/sample-identity";
import { Contact } from "./contact";

// Without an iframe, which happy-dom would try to load.
const map = { key: "map_embed", content: "no map" };
const shared = { content: [map], "social-links": null, "business-hours": [] };

it("shows Follow Us only if there are social links", () => {
  const { unmount } = renderWithPage(<Contact />, { data: shared });
  expect(screen.getByRole("heading", { name: "Follow Us" })).toBeVisible();
  unmount();
  renderWithPage(<Contact />, { data: { ...shared, "social-links": [] } });
  expect(screen.queryByRole("heading", { name: "Follow Us" })).toBeNull();
});

it("section 2, /contact: everything is in the specified order", () => {
  const { container } = renderWithPage(<Contact />, { data: shared });
  const titles = [...container.querySelectorAll("h2, h3")].map(({ textContent }) => textContent);
  expect(titles.slice(2, 7)).toEqual(["Phone", "Location", "Email", "Business Hours", "Follow Us"]);
  expect(titles[1]).toContain("Chat With Us");
  const social = screen.getByRole("heading", { name: "Follow Us" });
  const map = screen.getByText("no map");
  expect(social.compareDocumentPosition(map) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it("mentions the chat button, and without scripts the phone", () => {
  renderWithPage(<Contact />, { data: shared });
  const sentence = screen.getByText(/^Use the chat button at the bottom right/);
  expect(sentence).toHaveClass("noscript:hidden");
  expect(screen.getByText(/the phone is the quickest way/)).toHaveClass("hidden noscript:inline");
});

it("mentions the phone if there is no chat provider", () => {
  const identity = { ...sampleIdentity, chat: { provider: "none" as const } };
  renderWithPage(<Contact />, { data: shared, identity });
  expect(screen.queryByText(/^Use the chat button/)).toBeNull();
  expect(screen.getByText(/the phone is the quickest way/)).toBeVisible();
});

it("lists special days below the hours of the week, by their dates and labels", () => {
  const closed = { isClosed: true, openTime: "", closeTime: "", label: "Thanksgiving Day" };
  const days = Array.from({ length: 8 }, (_, id) => {
    const date = `2026-11-0${id + 1}`;
    return { id, date, endDate: date, ...closed };
  });
  const { unmount } = renderWithPage(<Contact />, { data: { ...shared, "special-days": days } });
  expect(screen.getByRole("heading", { name: "Special Hours" })).toBeVisible();
  expect(screen.getByText("November 1")).toHaveTextContent("November 1Thanksgiving Day");
  expect(screen.getAllByText("Thanksgiving Day")).toHaveLength(6);
  unmount();
  renderWithPage(<Contact />, { data: shared });
  expect(screen.queryByRole("heading", { name: "Special Hours" })).toBeNull();
});

it("says so if the conversation of a link cannot be opened", async () => {
  vi.doMock("@/features/chat/resume-chat", () => {
    throw new Error("gone");
  });
  location.hash = "#chat=ABC";
  renderWithPage(<Contact />, { data: shared });
  expect(await screen.findByRole("alert")).toHaveTextContent("could not be opened");
  location.hash = "";
  vi.doUnmock("@/features/chat/resume-chat");
});

it("marks the chat card for somebody who wants an estimate, and opens nothing by itself", async () => {
  const pressed = vi.fn();
  history.replaceState({ line: "I would like a free estimate." }, "");
  const { user } = renderWithPage(
    <>
      <Contact />
      <button type="button" id="chat-button" aria-expanded="false" onClick={pressed} />
    </>,
    { data: shared },
  );
  expect(
    await screen.findByText("“I would like a free estimate.” is ready to send."),
  ).toBeVisible();
  expect(pressed).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Start a chat" }));
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(document.getElementById("chat-button")?.dataset.line).toBe(
    "I would like a free estimate.",
  );
  history.replaceState(null, "");
});
