import { expect, test } from "vitest";
import { parseOfficeAddress } from "./office-address";

test.each([
  ["100 Elm Street, Hillsboro, TX 76645", "100 Elm Street"],
  ["100 Elm Street, Suite 4, Hillsboro, TX 76645", "100 Elm Street, Suite 4"],
  [" 100 Elm Street\nSuite 4\nHillsboro, TX  76645 ", "100 Elm Street, Suite 4"],
])("%j has its parts", (text, street) => {
  expect(parseOfficeAddress(text)).toEqual({
    street,
    town: "Hillsboro",
    stateCode: "TX",
    postalCode: "76645",
  });
});

test.each(["", "Behind the courthouse", "100 Elm Street, Hillsboro"])("%j has none", (text) => {
  expect(parseOfficeAddress(text)).toBeUndefined();
});
