import { expect, test } from "vitest";
import { completeUrl } from "./complete-url";

test.each([
  ["facebook.com/pests", "https://facebook.com/pests"],
  [" www.facebook.com ", "https://www.facebook.com"],
  ["x.com?lang=en", "https://x.com?lang=en"],
])("%s is completed to %s", (typed, url) => {
  expect(completeUrl(typed)).toBe(url);
});

// The server refuses what is not a URL of the web, with its own message.
test.each(["https://x.com/pests", "http://x.com", "javascript:alert(1)", "/pests", "pests", ""])(
  "%s stays as it is",
  (typed) => {
    expect(completeUrl(typed)).toBe(typed);
  },
);
