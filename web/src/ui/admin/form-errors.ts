import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/**
 * Marks the fields that were refused, with the reason below them, and moves the focus to the first. A
 * field that the form does not have is left to the toast.
 */
export function markRefused<V extends FieldValues>(
  form: UseFormReturn<V>,
  ...refused: ({ field: string; message: string } | undefined)[]
): void {
  const known = refused.filter((error) => error && error.field in form.getValues());
  for (const [index, error] of known.entries()) {
    const field = error?.field as Path<V>;
    form.setError(field, { message: error?.message ?? "" }, { shouldFocus: index === 0 });
  }
}
