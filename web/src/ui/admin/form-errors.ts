import type { FormEvent } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

interface Refused {
  field: string;
  message: string;
}

/**
 * Marks the fields that were refused, with the reason below them, and moves the focus to the first. A
 * field that the form does not have is left to the toast.
 */
export function markRefused<V extends FieldValues>(
  form: UseFormReturn<V>,
  ...refused: (Refused | undefined)[]
): void {
  const known = refused.filter((error) => error !== undefined && error.field in form.getValues());
  for (const [index, error] of known.entries()) mark(form, error as Refused, index === 0);
}

/** Marks a field that the browser's validation refuses: its own message goes away by itself. */
export function markInvalid<V extends FieldValues>(form: UseFormReturn<V>, event: FormEvent): void {
  event.stopPropagation(); // there may be a form around this one
  const { name: field, validity, validationMessage } = event.target as HTMLInputElement;
  if (!(field in form.getValues())) return;
  const message = validity.valueMissing ? "Is required." : validationMessage;
  mark(form, { field, message }, false);
}

/** Marks a field until its value changes. The form itself would only see what is typed into it. */
function mark<V extends FieldValues>(
  form: UseFormReturn<V>,
  { field, message }: Refused,
  shouldFocus: boolean,
): void {
  const name = field as Path<V>;
  const value = form.getValues(name);
  form.setError(name, { message }, { shouldFocus });
  const { unsubscribe } = form.watch(() => {
    if (form.getValues(name) === value) return;
    unsubscribe();
    form.clearErrors(name);
  });
}
