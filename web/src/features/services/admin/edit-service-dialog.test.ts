import { expect, test } from "vitest";
import { linesOf } from "./edit-service-dialog";

test.each([
  ["", []],
  ["One", ["One"]],
  ["  One \r\n\n \t \nTwo  words\n", ["One", "Two  words"]],
])("%j has the lines %j", (text, features) => {
  expect(linesOf(text)).toEqual(features);
});
