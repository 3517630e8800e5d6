import { readFileSync } from "node:fs";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { door, house, LogoMark, line } from "./logo-mark";

test("the favicon uses the same paths as the logo", () => {
  const icon = readFileSync("../internal/server/favicon.svg", "utf8");
  for (const part of [line, house, door]) expect(icon).toContain(`d="${part}"`);
});

test("the logo is hidden from screen readers, because the name is next to it", () => {
  const { container } = render(<LogoMark className="size-11" />);
  const mark = container.querySelector("svg");
  expect(mark?.getAttribute("aria-hidden")).toBe("true");
  expect(mark?.getAttribute("class")).toBe("size-11");
});
