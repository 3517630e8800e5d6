import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi, pending, renderWithPage } from "@/testing/render";
import { useContent } from "./use-content";

function Title() {
  return <h1>{useContent()("hero_title")}</h1>;
}

const title = () => screen.getByRole("heading").textContent;

it("returns the stored value", () => {
  renderWithPage(<Title />, { data: { content: [{ key: "hero_title", content: "Stored" }] } });
  expect(title()).toBe("Stored");
});

it("returns the default while the content is loading", () => {
  mockApi({ "/api/content": pending });
  renderWithPage(<Title />);
  expect(title()).toBe("Protect Your Home From Unwanted Pests");
});
