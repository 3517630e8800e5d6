import { expect, it } from "vitest";
import { slugOf } from "./slug";

it.each([
  ["Termites: Silent Destroyers", "termites-silent-destroyers"],
  ["  --What's   that?!  ", "what-s-that"],
  ["10 Tips", "10-tips"],
  ["Ñandú", "and"],
  ["", ""],
  ["?!", ""],
])("turns %j into %j", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
