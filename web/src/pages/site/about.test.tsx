import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithPage } from "@/testing/render";
import { About } from "./about";

it("section 2, /about: story, values, mission, founders photo and team are in this order", () => {
  const values = ["Integrity", "Expertise", "Sustainability", "Community"];
  const texts = Object.fromEntries(values.map((name, i) => [`values.${i + 1}.title`, name]));
  renderWithPage(<About />, {
    data: { content: [] },
    queries: [{ key: ["page-texts", "about"], data: texts }],
  });
  const parts = [
    screen.getByRole("heading", { name: "Our Story" }),
    ...values.map((name) => screen.getByRole("heading", { name })),
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
