import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import type { Versions } from "./copy-merge";
import { useWorkingCopy, type WorkingCopyOptions } from "./working-copy";

export type FormCopyOptions<V extends FieldValues> = Pick<
  WorkingCopyOptions<V>,
  "kind" | "id" | "basedOn" | "title" | "continueWith"
> & {
  /** What people know the fields by. Fields without a label are not kept. */
  labels: Partial<Record<keyof V & string, string>>;
  /** Called with the values when the form continues with a copy. */
  onContinue?: (values: Partial<V>) => void;
  /** Called if the copy and the record have different values in the same fields. */
  onConflict: (versions: Versions<V, Partial<V>>) => void;
};

/**
 * The working copy of a form of react-hook-form, whose default values are the version that it is based
 * on. A field basedOn follows the copy.
 */
export function useFormCopy<V extends FieldValues>(
  form: UseFormReturn<V>,
  { labels, onContinue, onConflict, ...options }: FormCopyOptions<V>,
) {
  const { formState, watch, setValue } = form;
  const names = Object.keys(labels) as (Path<V> & string)[];
  const pick = (values: object) =>
    Object.fromEntries(
      names.map((name) => [name, (values as Record<string, unknown>)[name]]),
    ) as Partial<V>;
  const record = (formState.defaultValues ?? {}) as unknown as V;
  const typed = watch();
  return useWorkingCopy<Partial<V>>({
    ...options,
    basedOn: typed.basedOn ?? options.basedOn,
    labels,
    original: pick(record),
    values: pick(typed),
    dirty: formState.isDirty,
    onContinue: (values, basedOn, began) => {
      form.reset({ ...record, ...began, ...(record.basedOn && { basedOn }) });
      for (const name of names) {
        setValue(name, values[name] as PathValue<V, Path<V>>, { shouldDirty: true });
      }
      onContinue?.(values);
    },
    onConflict: ({ base, mine }) => onConflict({ theirs: record, base, mine }),
  });
}
