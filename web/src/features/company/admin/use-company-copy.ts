import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type FormCopyOptions, useFormCopy } from "@/ui/admin/use-form-copy";

/** The working copy of one section of the company. It ends when the form is saved and reset. */
export function useCompanyCopy<V extends FieldValues>(
  section: string,
  form: UseFormReturn<V>,
  basedOn: string,
  labels: Partial<Record<keyof V & string, string>>,
  onConflict: FormCopyOptions<V>["onConflict"],
) {
  return useFormCopy(form, {
    kind: "company",
    id: section,
    basedOn,
    title: section,
    labels,
    onConflict,
  });
}
