import type { Page } from "./page-data";

/** The first letters of a name: "OO" for Olive van Owner, "C" for Cher. */
export function initialsOf(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return [first, rest.at(-1) ?? ""]
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();
}

/** The company's people in order, with what is known about their photos. */
export function peopleOf({ identity, portraits }: Pick<Page, "identity" | "portraits">) {
  return identity.team.map(({ name, role, bio, imageUrl, employee }, index) => ({
    name,
    role,
    bio,
    isOwner: !employee,
    photo: { src: imageUrl, details: portraits?.[index] ?? undefined },
  }));
}

/** Names as in a sentence: "Ana", "Ana and Bo", "Ana, Bo and Cy". */
export function listNames(names: string[]): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}
