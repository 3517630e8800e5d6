import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useWorkingCopy, type WorkingCopyOptions } from "./working-copy";

type FormCopyOptions<V extends FieldValues> = Pick<
  WorkingCopyOptions<V>,
  "kind" | "id" | "basedOn" | "title" | "continueWith"
> & {
  /** What people know the fields by. Fields without a label are not kept. */
  labels: Partial<Record<keyof V & string, string>>;
  /** Called with the version that the form is based on when it continues with a copy. */
  onBasedOn?: (basedOn: string) => void;
};

/** The working copy of a form of react-hook-form. A field basedOn follows the copy. */
export function useFormCopy<V extends FieldValues>(
  form: UseFormReturn<V>,
  { labels, onBasedOn, ...options }: FormCopyOptions<V>,
) {
  const { formState, watch, setValue } = form;
  const names = Object.keys(labels) as (Path<V> & string)[];
  const pick = (values: object) =>
    Object.fromEntries(
      names.map((name) => [name, (values as Record<string, unknown>)[name]]),
    ) as Partial<V>;
  return useWorkingCopy<Partial<V>>({
    ...options,
    labels,
    original: pick(formState.defaultValues ?? {}),
    values: pick(watch()),
    dirty: formState.isDirty,
    onContinue: (values, basedOn, began) => {
      // The default values are the version that the form started from.
      form.reset({ ...(formState.defaultValues as unknown as V), ...began });
      for (const name of names) {
        setValue(name, values[name] as PathValue<V, Path<V>>, { shouldDirty: true });
      }
      onBasedOn?.(basedOn);
    },
  });
}
