import { expect, it } from "vitest";
import { starCount } from "./star-rating";

it.each([
  ["ONE", 1],
  ["TWO", 2],
  ["THREE", 3],
  ["FOUR", 4],
  ["FIVE", 5],
  ["SIX", 0],
  ["five", 0],
  ["STAR_RATING_UNSPECIFIED", 0],
  ["", 0],
])("counts %s as %i", (rating, stars) => {
  expect(starCount(rating)).toBe(stars);
});
