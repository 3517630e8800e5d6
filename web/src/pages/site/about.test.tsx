import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithPage } from "@/testing/render";
import { About } from "./about";

it("section 2, /about: story, values, mission, founders photo and team are in this order", () => {
  renderWithPage(<About />, { data: { content: [] } });
  const parts = [
    screen.getByRole("heading", { name: "Our Story" }),
    ...["Integrity", "Expertise", "Sustainability", "Community"].map((name) =>
      screen.getByRole("heading", { name }),
    ),
    screen.getByRole("heading", { name: "Our Mission" }),
    screen.getByRole("img", { name: /^The founders of/ }),
    screen.getByRole("heading", { name: "Sam Sample" }),
    screen.getByRole("link", { name: "Contact Our Team" }),
  ];
  const inDocumentOrder = parts.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  expect(parts).toEqual(inDocumentOrder);
});
