import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { RecordSection } from "@/editing/record-section";

/** One section of the company. */
export function CompanySection<V extends FieldValues>(
  props: Omit<ComponentProps<typeof RecordSection<V>>, "history" | "preview">,
) {
  return (
    <RecordSection {...props} history={{ kind: "company", id: "company" }} preview="company" />
  );
}
