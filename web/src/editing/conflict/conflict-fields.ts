/** Values of a form by the name of the field. */
type Values = Record<string, unknown>;

/** A field that somebody else has changed since the form began, and that differs from the form's. */
export interface ConflictField {
  name: string;
  label: string;
  /** The value that the form started from. */
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

/** The three versions of a record when somebody else has saved it meanwhile. */
export interface Versions<V> {
  theirs: V;
  /** The version that the form started from. */
  base: Partial<V>;
  mine: V;
}

/** The fields that the other person has changed, and in which both versions differ. */
export function conflictFields<V extends Values>(
  { theirs, base, mine }: Versions<V>,
  labels: { [name: string]: string | undefined },
): ConflictField[] {
  return Object.entries(labels)
    .map(([name, label = name]) => ({
      name,
      label,
      base: base[name],
      mine: mine[name],
      theirs: theirs[name],
    }))
    .filter((field) => !isEqual(field.theirs, field.base) && !isEqual(field.mine, field.theirs));
}

/** Their version with what only this form has changed, and with what was chosen for the rest. */
export function mergeVersions<V extends Values>(
  { theirs, base, mine }: Versions<V>,
  choices: Values,
): V {
  const merged: Values = { ...theirs };
  for (const name of Object.keys(mine)) {
    if (name in choices) merged[name] = choices[name];
    else if (!isEqual(mine[name], base[name])) merged[name] = mine[name];
  }
  return merged as V;
}

/** Compares values as they would be sent. A field that a record lacks is treated as empty. */
export function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? "") === JSON.stringify(b ?? "");
}
