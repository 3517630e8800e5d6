import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { defaults } from "@/domain/default-texts";
import { filledText } from "@/domain/filled-texts";
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

it("section 2, /programs: the four cards are there whatever the server answers", async () => {
  defaults.text = filledText;
  mockApi({ "/api/page-texts/programs": 503 });
  renderWithPage(<Programs />, {
    queries: [{ key: ["page-texts", "programs"], data: undefined, partial: true }],
  });
  const titles = [
    "Monthly Programs",
    "Quarterly Programs",
    "Home Warranty Program",
    "Termite Renewal Programs",
  ];
  const shown = () =>
    screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  expect(shown()).toEqual(titles);
  await waitFor(() => expect(fetch).toHaveBeenCalled());
  expect(shown()).toEqual(titles);
});
