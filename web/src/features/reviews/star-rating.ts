const words = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];

/** The most stars that a review can give. */
export const maxStars = words.length;

/** Counts the stars of a rating that is given as a word; anything else counts as none. */
export function starCount(rating: string): number {
  return words.indexOf(rating) + 1;
}
