import type { FormEvent } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** A field of a form and the rule that its value breaks, such as "is required". */
export interface Refusal {
  field: string;
  rule: string;
}

/**
 * Marks the fields that were refused, with the rule below them, and moves the focus to the first.
 * Returns those that the form does not have.
 */
export function markRefused<V extends FieldValues>(
  form: UseFormReturn<V>,
  refused: Refusal[],
): Refusal[] {
  const has = ({ field }: Refusal) => form.getValues(field as Path<V>) !== undefined;
  for (const [index, refusal] of refused.filter(has).entries()) mark(form, refusal, index === 0);
  return refused.filter((refusal) => !has(refusal));
}

/** Marks a field that the browser's validation refuses: its own message goes away by itself. */
export function markInvalid<V extends FieldValues>(form: UseFormReturn<V>, event: FormEvent): void {
  event.stopPropagation(); // there may be a form around this one
  const { name: field, validity, validationMessage } = event.target as HTMLInputElement;
  if (form.getValues(field as Path<V>) === undefined) return;
  mark(form, { field, rule: validity.valueMissing ? "is required" : validationMessage }, false);
}

/** Marks a field until its value changes. The form itself would only see what is typed into it. */
function mark<V extends FieldValues>(
  form: UseFormReturn<V>,
  { field, rule }: Refusal,
  shouldFocus: boolean,
): void {
  const name = field as Path<V>;
  const value = form.getValues(name);
  form.setError(name, { message: sentence(rule) }, { shouldFocus });
  const { unsubscribe } = form.watch(() => {
    if (form.getValues(name) === value) return;
    unsubscribe();
    form.clearErrors(name);
  });
}

/** "Is required." for the rule "is required". */
function sentence(rule: string): string {
  const text = rule.charAt(0).toUpperCase() + rule.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
