import { expect, test } from "vitest";
import { pageNumber } from "./page-number";

test.each([
  ["", 1],
  ["page=", 1],
  ["utm=2", 1],
  ["mypage=2", 1],
  ["page=1", 1],
  ["page=2", 2],
  ["utm=x&page=17&y", 17],
  ["page=0", 1],
  ["page=02", 1],
  ["page=-1", 1],
  ["page=1.5", 1],
  ["page=x", 1],
  ["page=x&y=2", 1],
  ["page=9999999", 9999999],
  ["page=99999999", undefined],
])("the number in %j is %s", (search, number) => {
  expect(pageNumber(search)).toBe(number);
});
