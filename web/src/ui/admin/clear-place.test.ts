import { expect, test } from "vitest";
import { clearTop } from "./clear-place";

const box = (top: number, bottom: number, left = 0, right = 390) =>
  new DOMRect(left, top, right - left, bottom - top);
const view = { top: 0, bottom: 844 };
const toast = box(0, 100);
const buttons = box(770, 836);

test.each([
  ["nothing is below it", [], 0],
  ["the field is further down", [buttons, box(300, 380)], 0],
  ["the field is beside it", [buttons, box(80, 160, 390, 800)], 0],
  ["the field is below it: above the buttons", [buttons, box(80, 160)], 670],
  ["above the buttons is an error too", [buttons, box(700, 760), box(80, 160)], 600],
  ["the form is short", [box(200, 260), box(80, 160)], 260],
  ["the field fills the form", [buttons, box(80, 760)], 0],
])("%s", (_, obstacles, top) => {
  expect(clearTop(toast, obstacles, view)).toBe(top);
});

test("it does not leave the part of the screen that a keyboard leaves", () => {
  expect(clearTop(toast, [buttons, box(80, 160)], { top: 0, bottom: 400 })).toBe(160);
});
