import { expect, test } from "vitest";
import { changedFields } from "./changed-fields";

test("only the fields that differ are listed, by their labels", () => {
  const before = { id: 1, title: "Ants", excerpt: "Short", updatedAt: "2026-01-01T00:00:00Z" };
  const after = { id: 1, title: "Big ants", excerpt: "Short", updatedAt: "2026-01-02T00:00:00Z" };
  expect(changedFields(before, after)).toEqual([
    { label: "Title", before: "Ants", after: "Big ants" },
  ]);
});

test("lists, switches and nested values become texts", () => {
  const before = { features: ["a", "b"], hidden: false, team: [{ name: "Ann" }] };
  const after = { features: ["a"], hidden: true, team: [{ name: "Anna" }, { name: "Bo" }] };
  expect(changedFields(before, after)).toEqual([
    { label: "Features", before: "a\nb", after: "a" },
    { label: "Hidden", before: "No", after: "Yes" },
    { label: "Team 1 Name", before: "Ann", after: "Anna" },
    { label: "Team 2 Name", before: "", after: "Bo" },
  ]);
});

test("the same versions differ in nothing", () => {
  expect(changedFields({ value: "a" }, { value: "a" })).toEqual([]);
});
