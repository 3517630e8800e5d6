import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithPage } from "@/testing/render";
import { sampleIdentity } from "@/testing/sample-identity";
import { Contact } from "./contact";

// A frame would want to be loaded.
const map = { key: "map_embed", content: "no map" };
const shared = { content: [map], "social-links": null, "business-hours": [] };

it("asks to be followed only where one can", () => {
  const { unmount } = renderWithPage(<Contact />, { data: shared });
  expect(screen.getByRole("heading", { name: "Follow Us" })).toBeVisible();
  unmount();
  renderWithPage(<Contact />, { data: { ...shared, "social-links": [] } });
  expect(screen.queryByRole("heading", { name: "Follow Us" })).toBeNull();
});

it("points to the chat button, and without scripts to the phone", () => {
  renderWithPage(<Contact />, { data: shared });
  const sentence = screen.getByText(/^Use the chat button at the bottom right/);
  expect(sentence).toHaveClass("noscript:hidden");
  expect(screen.getByText(/the phone is the quickest way/)).toHaveClass("hidden noscript:inline");
});

it("points to the phone where nobody provides a chat", () => {
  const identity = { ...sampleIdentity, chat: { provider: "none" as const } };
  renderWithPage(<Contact />, { data: shared, identity });
  expect(screen.queryByText(/^Use the chat button/)).toBeNull();
  expect(screen.getByText(/the phone is the quickest way/)).toBeVisible();
});
