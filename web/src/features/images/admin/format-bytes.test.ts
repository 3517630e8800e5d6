import { expect, test } from "vitest";
import { formatBytes } from "./format-bytes";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1023 bytes"],
  [1024, "1 KB"],
  [62_464, "61 KB"],
  [1_024_000, "1.0 MB"],
  [5_242_880, "5.0 MB"],
])("%i is formatted as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
