import { readFileSync } from "node:fs";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { door, house, LogoMark, line } from "./logo-mark";

test("the tab's icon is drawn with the lines of the mark", () => {
  const icon = readFileSync("public/favicon.svg", "utf8");
  for (const part of [line, house, door]) expect(icon).toContain(`d="${part}"`);
});

test("the mark says nothing to screen readers, because the name stands beside it", () => {
  const { container } = render(<LogoMark className="size-11" />);
  const mark = container.querySelector("svg");
  expect(mark?.getAttribute("aria-hidden")).toBe("true");
  expect(mark?.getAttribute("class")).toBe("size-11");
});
