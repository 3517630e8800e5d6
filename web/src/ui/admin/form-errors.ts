import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/**
 * Marks the field that was refused, with the reason below it, and moves the focus there. A field that
 * the form does not have is left to the toast.
 */
export function markRefused<V extends FieldValues>(
  form: UseFormReturn<V>,
  refused: { field: string; message: string } | undefined,
): void {
  if (!refused || !(refused.field in form.getValues())) return;
  const { field, message } = refused;
  form.setError(field as Path<V>, { message }, { shouldFocus: true });
}
