/** The fields of a form, by name. */
export type Fields = Record<string, unknown>;

/** What was typed into a form and not saved. */
export interface KeptCopy {
  id: string;
  /** The version of the record that the form started from; empty for a new record. */
  basedOn: string;
  /** The fields as the form began. */
  original: Fields;
  /** The fields as typed. */
  values: Fields;
  /** In milliseconds since 1970. */
  savedAt: number;
}

/** A copy as a form can continue with it. */
export interface MergedCopy<V extends Fields> {
  values: V;
  /** The fields in which it differs from the record. */
  changed: (keyof V & string)[];
  /** Whether somebody has saved other values in the fields that were typed. */
  conflict: boolean;
  /** The fields as they were when the copy was begun. */
  base: Partial<V>;
}

/** Whether a copy belongs to the record with the ID: a second copy has a suffix. */
export function isCopyOf(copyId: string, id: string): boolean {
  return copyId === id || copyId.startsWith(`${id}~`);
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Applies a copy to the record as it is now. Only the fields that were typed are taken from the copy,
 * so what somebody else has saved in other fields stays.
 */
export function mergeCopy<V extends Fields>(
  copy: KeptCopy,
  now: V,
  basedOn: string,
): MergedCopy<V> {
  const values: Fields = { ...now };
  const changed: string[] = [];
  let conflict = false;
  for (const name of Object.keys(now)) {
    const [typed, began] = [copy.values[name], copy.original[name]];
    if (typed === undefined || isSame(typed, began) || isSame(typed, now[name])) continue;
    values[name] = typed;
    changed.push(name);
    const saved = began === undefined ? copy.basedOn !== basedOn : !isSame(began, now[name]);
    conflict ||= saved;
  }
  // Nobody can have saved a record that does not exist yet.
  conflict &&= basedOn !== "";
  return { values: values as V, changed, conflict, base: copy.original as Partial<V> };
}

/** A field's value as text, to compare two of them. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  if (typeof value === "object") return Object.values(value).map(textOf).join("\n");
  return String(value);
}
