import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { Programs } from "./programs";

it("shows the texts of the four programs, a list item per line", () => {
  const texts = {
    "programs.1.title": "Monthly Programs",
    "programs.1.points": "one\ntwo",
    "programs.4.text": "Once a year.",
  };
  renderWithPage(<Programs />, {
    data: { content: [] },
    queries: [{ key: ["page-texts", "programs"], data: texts }],
  });
  expect(screen.getByRole("heading", { name: "Monthly Programs" })).toBeTruthy();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(
    expect.arrayContaining(["one", "two"]),
  );
  expect(screen.getByText("Once a year.")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Get Started Today" })).toHaveLength(4);
});

it("says so if the texts cannot be loaded", async () => {
  mockApi({ "/api/page-texts/programs": 503 });
  renderWithPage(<Programs />, {
    queries: [{ key: ["page-texts", "programs"], data: undefined, partial: true }],
  });
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
});
