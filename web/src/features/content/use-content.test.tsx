import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi, pending, renderWithPage } from "@/testing/render";
import { useContent } from "./use-content";

function Title() {
  return <h1>{useContent("home")("hero_title")}</h1>;
}

const title = () => screen.getByRole("heading").textContent;

const stored = [{ key: "hero_title", content: "Stored" }];

it("returns the stored value that came with the page", () => {
  renderWithPage(<Title />, { queries: [{ key: ["content", "home"], data: stored }] });
  expect(title()).toBe("Stored");
});

it("returns the stored value at once if all content was fetched", () => {
  renderWithPage(<Title />, { data: { content: stored } });
  expect(title()).toBe("Stored");
});

it("fetches all content on a page that came with another one's", async () => {
  mockApi({ "/api/content": stored });
  renderWithPage(<Title />, { queries: [{ key: ["content", "about"], data: [] }] });
  await waitFor(() => expect(title()).toBe("Stored"));
});

it("returns the default while the content is loading", () => {
  mockApi({ "/api/content": pending });
  renderWithPage(<Title />);
  expect(title()).toBe("Protect Your Home From Unwanted Pests");
});
