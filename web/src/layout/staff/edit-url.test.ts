import { expect, test } from "vitest";
import { routeOf } from "@/routes";
import { editUrl } from "./edit-url";

test.each([
  ["/", "/admin"],
  ["/about", "/admin?part=about"],
  ["/contact", "/admin?part=contact"],
  ["/services", "/admin?part=services"],
  ["/services/termite-control", "/admin?tab=services&service=termite-control"],
  ["/programs", "/admin?panel=company&section=texts&page=programs"],
  ["/blog", "/admin?tab=posts"],
  ["/customer-portal", "/admin?panel=company&section=business"],
  ["/nowhere", "/admin"],
])("%s is edited at %s", (path, url) => {
  expect(editUrl(routeOf(path))).toBe(url);
});

test("a post is named by its ID", () => {
  expect(editUrl(routeOf("/blog/termites"), 7)).toBe("/admin?tab=posts&post=7");
});
