import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
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
