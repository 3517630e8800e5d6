import { type Company, type CompanyEdit, useSaveCompany } from "@/api/admin/company";
import { companySchema } from "@/domain/admin/schemas";
import { type Identity, usePage } from "@/domain/page-data";
import { dataOf, type RecordFormOptions, useRecordForm } from "@/editing/record-form";

type Options<V extends Record<string, unknown>> = RecordFormOptions<Company, V, CompanyEdit>;

interface SectionOptions<V extends Record<string, unknown>>
  extends Pick<Options<V>, "labels" | "fieldOf"> {
  /** The name of the section in the URL, which its working copies have too. */
  section: string;
  valuesOf: (company: Company) => V;
  editOf: (values: V, company: Company) => CompanyEdit;
  save?: Options<V>["save"];
}

/** The form of one section of the company. The current version was loaded before. */
export function useCompanyForm<V extends Record<string, unknown>>(
  company: Company,
  { section, labels, fieldOf, valuesOf, editOf, save }: SectionOptions<V>,
) {
  const { setIdentity } = usePage();
  const saveCompany = useSaveCompany();
  return useRecordForm<Company, V, CompanyEdit>({
    kind: "company",
    copyId: section,
    record: company,
    titleOf: () => section,
    schema: companySchema,
    labels,
    fieldOf,
    valuesOf: (record = company) => valuesOf(record),
    editOf: (values, { record = company, version: { basedOn } }) => ({
      ...editOf(values, record),
      basedOn,
    }),
    save: save ?? saveCompany,
    savedRecord: dataOf,
    success: ({ claims, message = "" }) => ({
      title: "Company updated",
      description: [
        "Visitors see it now.",
        // What the server has removed because it belonged to the former facts.
        ...message.split(". ").slice(1),
        ...(claims ? [`Please check the wording. ${claims.join(" ")}`] : []),
      ].join(" "),
    }),
    failure: {
      title: "Update failed",
      text: "An error occurred while updating the company.",
    },
    onSaved: ({ data }) => data && setIdentity?.(data as Identity),
  });
}
