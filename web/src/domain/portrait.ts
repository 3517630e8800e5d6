/** The picture of a person, or a bundled one until there is a photo. */
export function portraitOf(imageUrl: string, index: number): string {
  return imageUrl || `/art/portrait-${(index % 2) + 1}.svg`;
}
