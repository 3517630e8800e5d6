const ratings = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];

/** The maximum rating. */
export const maxStars = ratings.length;

/** The number of stars of a rating given as a word; 0 for anything else. */
export function starCount(rating: string): number {
  return ratings.indexOf(rating) + 1;
}
