import { expect, test } from "vitest";
import type { ChangedPage } from "@/api/admin/draft-preview";
import { summary } from "./draft-preview";

const page = (name: string): ChangedPage => ({ path: `/${name}`, name, change: "changed" });

test.each([
  [["Home"], false, "Changes 1 page: Home"],
  [["Home", "Services"], false, "Changes 2 pages: Home, Services"],
  [["A", "B", "C", "D", "E"], false, "Changes 5 pages: A, B, C and 2 more"],
  [["A", "B"], true, "Changes at least 2 pages: A, B"],
])("%s", (names, more, text) => {
  expect(summary({ pages: names.map(page), more })).toBe(text);
});
