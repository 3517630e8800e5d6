/** What a screen reader says about the place of something in a list, counted from 0. */
export function placeText(name: string, index: number, count: number): string {
  return `${name}: position ${index + 1} of ${count}`;
}
