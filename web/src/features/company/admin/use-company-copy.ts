import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useFormCopy } from "@/ui/admin/use-form-copy";

/** The working copy of one section of the company. It ends when the form is saved and reset. */
export function useCompanyCopy<V extends FieldValues>(
  section: string,
  form: UseFormReturn<V>,
  saving: { basedOn: string; setBasedOn: (version: string) => void },
  labels: Partial<Record<keyof V & string, string>>,
) {
  return useFormCopy(form, {
    kind: "company",
    id: section,
    basedOn: saving.basedOn,
    title: section,
    labels,
    onBasedOn: saving.setBasedOn,
  });
}
