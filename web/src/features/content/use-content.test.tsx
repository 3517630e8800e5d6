import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi, pending, renderWithPage } from "@/testing/render";
import { useContent } from "./use-content";

function Title() {
  return <h1>{useContent()("hero_title")}</h1>;
}

const title = () => screen.getByRole("heading").textContent;

it("shows what is stored", () => {
  renderWithPage(<Title />, { data: { content: [{ key: "hero_title", content: "Stored" }] } });
  expect(title()).toBe("Stored");
});

it("falls back to the default where a key is absent, or while nothing is known", () => {
  mockApi({ "/api/content": pending });
  renderWithPage(<Title />);
  expect(title()).toBe("Protect Your Home From Unwanted Pests");
});
