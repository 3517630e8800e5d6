import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { Spinner } from "../spinner";
import type { Versions } from "./copy-merge";

// Word diffs are needed rarely, and their library is large.
const ConflictView = lazy(async () => ({
  default: (await import("./conflict-view")).ConflictView,
}));

/** Values of a form by the name of the field. */
export type Values = Record<string, unknown>;

/** A field that both versions have, and that the other person has changed. */
export interface ConflictField {
  name: string;
  label: string;
  /** The value that the form started from. */
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Conflict {
  /** Both versions to choose from, in place of the form's fields; undefined if there is no conflict. */
  view: ReactNode | undefined;
  /** Saves what was chosen. To be called instead of the form's own submit while there is a view. */
  submit: () => void;
}

interface ConflictOptions<Stored, V extends Values> {
  /** The labels of the fields that can conflict. */
  labels: { [name: string]: string };
  /** The values with which a form for the record starts. */
  valuesOf: (stored: Stored) => V;
  /** The values that the form started from, and those that it has now. */
  versions: () => { base: V; mine: V };
  /** Makes the form continue from the stored record, with other values. */
  apply: (theirs: V, merged: V) => void;
  save: (merged: V) => void;
}

interface Refusable<Stored, V> extends Conflict {
  /**
   * Takes the stored record that came with a refusal. Returns whether the save was repeated, because
   * nothing in this form was changed by somebody else; otherwise both versions are shown.
   */
  resolves: (stored: Stored | undefined) => boolean;
  /** Shows both versions if they differ, before the form has tried to save its own. */
  compare: (versions: Versions<V, Partial<V>>) => void;
  /** Forgets the conflict, for example when the form shows another record. */
  close: () => void;
}

/** Lets people merge their version with the one that somebody else has saved meanwhile. */
export function useConflict<Stored, V extends Values>(
  options: ConflictOptions<Stored, V>,
): Refusable<Stored, V> {
  const { labels, valuesOf, versions, apply, save } = options;
  const [open, setOpen] = useState<{ theirs: V; fields: ConflictField[] }>();
  const [chosen, setChosen] = useState<Values>({});
  const [complaining, setComplaining] = useState(false);

  /** Continues from their version; what they have not changed stays as it is in the form. */
  const accept = (theirs: V, fields: ConflictField[], choices: Values): V => {
    const { base, mine } = versions();
    const merged: Values = { ...theirs };
    for (const name of Object.keys(mine)) {
      const isField = name in labels;
      const changed = fields.some((field) => field.name === name);
      if (isField && !changed && isEqual(mine[name], base[name])) continue;
      if (isField || !(name in theirs)) merged[name] = changed ? choices[name] : mine[name];
    }
    apply(theirs, merged as V);
    setOpen(undefined);
    return merged as V;
  };

  const undecided = open?.fields.find(({ name }) => !(name in chosen));
  /** Calls `then` with the merged values, or points to the field without a choice. */
  const finish = (then: (merged: V) => void) => {
    if (!open) return;
    if (undecided) setComplaining(true);
    else then(accept(open.theirs, open.fields, chosen));
  };

  const show = (theirs: V, fields: ConflictField[]) => {
    setChosen({});
    setComplaining(false);
    setOpen({ theirs, fields });
  };

  return {
    resolves: (stored) => {
      if (!stored) return false;
      const theirs = valuesOf(stored);
      const fields = conflictsIn({ theirs, ...versions() }, labels);
      if (fields.length === 0) {
        save(accept(theirs, fields, {}));
        return true;
      }
      show(theirs, fields);
      return false;
    },
    compare: (compared) => {
      const fields = conflictsIn(compared, labels);
      if (fields.length > 0) show(compared.theirs, fields);
    },
    view: open && (
      <Suspense fallback={<Spinner label="Comparing both versions..." />}>
        <ConflictView
          fields={open.fields}
          undecided={complaining ? undecided?.name : undefined}
          onChoose={(name, value) => setChosen((now) => ({ ...now, [name]: value }))}
          onContinue={() => finish(() => {})}
        />
      </Suspense>
    ),
    submit: () => finish(save),
    close: useCallback(() => setOpen(undefined), []),
  };
}

interface FormConflictOptions<Stored, V extends FieldValues> {
  labels: { [name: string]: string };
  valuesOf: (stored: Stored) => V;
  save: (merged: V) => void;
}

/** useConflict for a form of React Hook Form, whose default values are the version it started from. */
export function useFormConflict<Stored, V extends FieldValues>(
  form: UseFormReturn<V>,
  { labels, valuesOf, save }: FormConflictOptions<Stored, V>,
): Refusable<Stored, V> {
  // Read here, because the form only keeps track of what was read while rendering.
  const { defaultValues } = form.formState;
  return useConflict<Stored, V>({
    labels,
    valuesOf,
    save,
    versions: () => ({ base: (defaultValues ?? {}) as unknown as V, mine: form.getValues() }),
    apply: (theirs, merged) => {
      form.reset(theirs);
      const [before, after]: Values[] = [theirs, merged];
      for (const name of Object.keys(merged)) {
        if (isEqual(after?.[name], before?.[name])) continue;
        const value = after?.[name] as PathValue<V, Path<V>>;
        form.setValue(name as Path<V>, value, { shouldDirty: true });
      }
    },
  });
}

/** The fields that the other person has changed, and in which both versions differ. */
function conflictsIn<V extends Values>(
  { theirs, base, mine }: Versions<V, Partial<V>>,
  labels: { [name: string]: string },
): ConflictField[] {
  return Object.entries(labels)
    .map(([name, label]) => ({
      name,
      label,
      base: base[name],
      mine: mine[name],
      theirs: theirs[name],
    }))
    .filter((field) => !isEqual(field.theirs, field.base) && !isEqual(field.mine, field.theirs));
}

/** Compares values as they would be sent. A field that a record lacks is as good as an empty one. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? "") === JSON.stringify(b ?? "");
}
