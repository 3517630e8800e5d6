import type { Page } from "./page-data";

/** The picture of a person, or a bundled one until there is a photo. */
export function portraitOf(imageUrl: string, index: number): string {
  return imageUrl || `/art/portrait-${(index % 2) + 1}.svg`;
}

/** The company's people in order, with what is known about their photos. */
export function peopleOf({ identity, portraits }: Pick<Page, "identity" | "portraits">) {
  return identity.team.map(({ name, role, bio, imageUrl, employee }, index) => ({
    name,
    role,
    bio,
    isOwner: !employee,
    photo: { src: portraitOf(imageUrl, index), details: portraits?.[index] ?? undefined },
  }));
}

/** Names as in a sentence: "Ana", "Ana and Bo", "Ana, Bo and Cy". */
export function listNames(names: string[]): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}
