import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { StackedDiff, WordDiff } from "./word-diff";

const article = Array.from({ length: 60 }, (_, i) => `Paragraph ${i} is about ants.`);

function shown(before: string, after: string): string {
  return render(<WordDiff before={before} after={after} />).container.textContent ?? "";
}

test("words are removed and added, and a short text is shown whole", () => {
  expect(shown("Ants come in spring.", "Ants come in summer.")).toBe(
    "Ants come in −spring+summer.",
  );
});

test("of a long text, what is far from a change is left out", () => {
  const after = article.map((text, i) => (i === 30 ? "Bees." : text)).join("\n");
  const text = shown(article.join("\n"), after);
  expect(text).toMatch(/^…/);
  expect(text).toMatch(/…$/);
  expect(text).toContain("Paragraph 29 is about ants.");
  expect(text).toContain("+Bees");
  expect(text).toContain("Paragraph 31 is about ants.");
  expect(text).not.toContain("Paragraph 2 ");
  expect(text).not.toContain("Paragraph 58");
});

test("between two changes, both sides are shown", () => {
  const text = shown(article.join("\n"), ["Bees.", ...article.slice(1, -1), "Wasps."].join("\n"));
  expect(text).toMatch(/Paragraph 1 is about ants.*…/s);
  expect(text).toMatch(/….*Paragraph 58 is about ants/s);
  expect(text).not.toContain("Paragraph 30");
});

test("of a long text without a change, the beginning is shown", () => {
  const text = shown(article.join("\n"), article.join("\n"));
  expect(text).toMatch(/^Paragraph 0 .*…$/s);
});

test("stacked, the old version stands above the new one", () => {
  const stacked = (before: string, after: string) =>
    render(<StackedDiff before={before} after={after} />).container.textContent;
  expect(stacked("Ants come in spring.", "Ants come in summer.")).toBe(
    "BeforeAnts come in −spring.AfterAnts come in +summer.",
  );
  expect(stacked("Ants.", "Ants.")).toBe("Ants.");
});
