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
  ["page=0", undefined],
  ["page=02", undefined],
  ["page=-1", undefined],
  ["page=1.5", undefined],
  ["page=x", undefined],
  ["page=99999999", undefined],
])("the number in %j is %s", (search, number) => {
  expect(pageNumber(search)).toBe(number);
});
