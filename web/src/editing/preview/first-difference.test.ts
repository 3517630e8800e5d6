import { expect, test } from "vitest";
import { elementAt, firstDifference } from "./first-difference";

const page = (main: string, title = "A") =>
  `<html><head><title>${title}</title></head><body><header>H</header><main>${main}</main></body></html>`;

test.each([
  ["a text", "<p>1</p><p>2</p>", "<p>1</p><p>two</p>", "P two"],
  ["a word with markup", "<p>a <b>b</b></p>", "<p>a <b>c</b></p>", "B c"],
  ["the text beside markup", "<p>a <b>b</b></p>", "<p>x <b>c</b></p>", "P x c"],
  ["an added paragraph", "<p>1</p>", "<p>1</p><p>2</p>", "P 2"],
  ["another element", "<p>1</p><p>2</p>", "<p>1</p><h2>2</h2>", "H2 2"],
])("finds %s", (_, before, after, found) => {
  const path = firstDifference(page(after), page(before)) ?? [];
  const { body } = new DOMParser().parseFromString(page(after), "text/html");
  const { tagName, textContent } = elementAt(body, path);
  expect(`${tagName} ${textContent}`).toBe(found);
});

test("finds the place of a paragraph that is only on the other page", () => {
  expect(firstDifference(page("<p>1</p>"), page("<p>1</p><p>2</p>"))).toEqual([1, 0]);
});

test("a difference in the head is not seen", () => {
  expect(firstDifference(page("<p>1</p>", "A"), page("<p>1</p>", "B"))).toBeUndefined();
});
