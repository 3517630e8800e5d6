import { expect, test } from "vitest";
import { mergeCopy, textOf } from "./copy-merge";

const began = { title: "Ants", content: "One", tags: ["a"] };
const copy = {
  id: "7",
  basedOn: "monday",
  original: began,
  values: { ...began, content: "One and two" },
  savedAt: 0,
};

test("a copy of an unchanged record is taken over", () => {
  expect(mergeCopy(copy, began, "monday")).toMatchObject({
    values: { ...began, content: "One and two" },
    changed: ["content"],
    conflict: false,
  });
});

test("what somebody else has saved in other fields stays", () => {
  expect(mergeCopy(copy, { ...began, title: "Fire ants" }, "tuesday")).toMatchObject({
    values: { title: "Fire ants", content: "One and two", tags: ["a"] },
    changed: ["content"],
    conflict: false,
  });
});

test("what somebody else has saved in the same field is a conflict", () => {
  const merged = mergeCopy(copy, { ...began, content: "Three" }, "tuesday");
  expect(merged.values.content).toBe("One and two");
  expect(merged.conflict).toBe(true);
});

test("a copy that was saved meanwhile changes nothing", () => {
  expect(mergeCopy(copy, { ...began, content: "One and two" }, "tuesday").changed).toEqual([]);
});

test("fields that the form does not have are left out, and those the copy lacks stay", () => {
  const other = { ...copy, values: { content: "Two", colour: "red" } };
  expect(mergeCopy(other, began, "monday").values).toEqual({ ...began, content: "Two" });
});

test("a copy that does not say how the form began is compared by version", () => {
  const bare = { ...copy, original: {}, values: { content: "Two" } };
  expect(mergeCopy(bare, began, "monday").conflict).toBe(false);
  expect(mergeCopy(bare, began, "tuesday").conflict).toBe(true);
});

test("values are compared as text", () => {
  expect(textOf([{ name: "Rosa", owner: true }, "b", null])).toBe("Rosa\nYes\nb\n");
});
