import { expect, test } from "vitest";
import { routeOf } from "./routes";

test.each([
  ["/", "home", ""],
  ["/services", "services", ""],
  ["/services/", "services", ""],
  ["/Services", "services", ""],
  ["/services/termite-control", "service-detail", "termite-control"],
  ["/services/-", "service-detail", "-"],
  ["/services/a/b", "not-found", ""],
  ["/programs", "programs", ""],
  ["/about", "about", ""],
  ["/blog", "blog", ""],
  ["/blog/", "blog", ""],
  ["/blog/termites", "blog", "termites"],
  ["/blogs", "not-found", ""],
  ["/contact", "contact", ""],
  ["/customer-portal", "customer-portal", ""],
  ["/admin/-", "not-found", ""],
  ["/-", "not-found", ""],
])("%s is the page %s with the slug %j", (path, name, slug) => {
  expect(routeOf(path)).toEqual({ name, slug });
});
