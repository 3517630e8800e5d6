import { expect, test } from "vitest";
import { cn } from "./class-names";

test.each([
  ["px-3 py-2", "px-4", "py-2 px-4"],
  ["resize-y", "resize-none", "resize-none"],
  ["text-compact text-soft", "text-lead", "text-soft text-lead"],
  ["text-title", "text-bad", "text-title text-bad"],
  ["md:px-3", "px-4", "md:px-3 px-4"],
])("%s merged with %s is %s", (own, given, merged) => {
  expect(cn(own, given, false, undefined)).toBe(merged);
});
