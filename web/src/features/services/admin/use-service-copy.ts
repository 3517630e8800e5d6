import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { Service } from "@/api/services";
import { type FormCopyOptions, useFormCopy } from "@/ui/admin/use-form-copy";

const allLabels = {
  name: "Name",
  slug: "Slug",
  shortDescription: "Short Description",
  fullDescription: "Full Description",
  features: "Features",
  imageUrl: "Image URL",
  featuredOnHome: "Featured on Home",
};

/**
 * The working copy of a form with some of a service's fields. The two forms of a service have
 * different fields, so each has copies of its own.
 */
export function useServiceCopy<V extends FieldValues & { name: string }>(
  id: string,
  service: Service | undefined,
  form: UseFormReturn<V>,
  onConflict: FormCopyOptions<V>["onConflict"],
) {
  const shown = form.formState.defaultValues ?? {};
  const labels = Object.fromEntries(Object.entries(allLabels).filter(([name]) => name in shown));
  return useFormCopy(form, {
    kind: "service",
    id,
    title: service?.name ?? "",
    labels: labels as Partial<Record<keyof V & string, string>>,
    onConflict,
  });
}
