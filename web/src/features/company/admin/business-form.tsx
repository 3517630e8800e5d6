import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { Company, CompanyEdit } from "@/api/admin/company";
import { adminContentQuery } from "@/api/admin/content";
import { claimNotes } from "@/domain/admin/claims";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { Select } from "@/ui/admin/select";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { Textarea } from "@/ui/textarea";
import { businessFields } from "./business-fields";
import { BusinessPreview } from "./business-preview";
import { FieldGroup, SectionForm } from "./section-form";
import { useCompanyCopy } from "./use-company-copy";
import { useCompanyForm } from "./use-company-form";

type FactName = (typeof businessFields)[number]["fields"][number]["name"];

/** Every fact as it is typed. */
export type BusinessValues = Record<FactName, string> & {
  areasServed: string;
  map: string;
  provider: string;
  script: string;
};

const facts = businessFields.flatMap(({ fields }) => fields);

const labels = {
  ...(Object.fromEntries(facts.map(({ name, label }) => [name, label])) as Record<
    FactName,
    string
  >),
  areasServed: "Towns Served",
  map: "Map",
  provider: "Chat",
  script: "Chat Script URL",
};

const officeAddressNote =
  "Pages show the Office Address of Site Content instead of street, town and postal code.";

/** The fields whose wording is advertising. */
const wording: FactName[] = ["tagline", "experience", "guarantee"];

/** The facts about the business. */
export function BusinessForm({ company }: { company: Company }) {
  const { basedOn, save, pending, refused, errorOf, form } = useCompanyForm(company);
  const fields = useForm<BusinessValues>({ defaultValues: valuesOf(company) });
  const { register, watch, handleSubmit, reset, formState } = fields;
  const copy = useCompanyCopy("business", fields, basedOn, labels, (versions) =>
    conflict.compare(versions),
  );
  const values = watch();
  const hasOfficeAddress = useQuery(adminContentQuery).data?.some(
    ({ key }) => key === "office_address",
  );
  const notesOn = (name: FactName) => {
    if (wording.includes(name)) return claimNotes(values[name]);
    return name === "street" && hasOfficeAddress ? [officeAddressNote] : [];
  };
  const send = (typed: BusinessValues): void =>
    save(editOf(typed), (saved) => reset(valuesOf(saved)), conflict.resolves);
  const conflict = useFormConflict(fields, { labels, valuesOf, save: send });
  const known = [
    ...facts.map(({ name }) => name as string),
    "areasServed",
    "map",
    "chat.provider",
    "chat.script",
  ];
  return (
    <SectionForm
      form={form}
      label="Business"
      dirty={formState.isDirty}
      copy={copy}
      pending={pending}
      readOnly={company.fromFile}
      error={refused && !known.includes(refused.field) ? refused.message : undefined}
      conflict={conflict}
      onSubmit={handleSubmit(send)}
      preview={<BusinessPreview values={values} />}
      draft={editOf(values)}
    >
      {businessFields.map(({ title, fields }) => (
        <FieldGroup key={title} title={title}>
          <div className="grid gap-5 sm:grid-cols-2">
            {fields.map(({ name, label, where, type = "text", optional = false, half = false }) => (
              <div key={name} className={half ? "" : "sm:col-span-2"}>
                <FormField
                  label={label}
                  required={!optional}
                  optional={optional}
                  hint={where}
                  notes={notesOn(name)}
                  error={errorOf(name)}
                >
                  {(props) => (
                    <Input {...props} type={type} aria-required={!optional} {...register(name)} />
                  )}
                </FormField>
              </div>
            ))}
          </div>
        </FieldGroup>
      ))}
      <FieldGroup title="Area, map and chat">
        <FormField
          label="Towns Served"
          hint="Contact page, search results; one town per line"
          error={errorOf("areasServed")}
        >
          {(props) => <Textarea {...props} rows={6} {...register("areasServed")} />}
        </FormField>
        <FormField
          label="Map"
          hint="Contact page; the map's host sees who loads it"
          error={errorOf("map")}
        >
          {(props) => (
            <Select {...props} {...register("map")}>
              <option value="embed">Load the map with the page</option>
              <option value="click">Load the map when a visitor asks for it</option>
            </Select>
          )}
        </FormField>
        <FormField
          label="Chat"
          hint="Every page: the button at the bottom right"
          error={errorOf("chat.provider")}
        >
          {(props) => (
            <Select {...props} {...register("provider")}>
              <option value="own">The chat of this site</option>
              <option value="script">Another provider's script</option>
              <option value="none">No chat</option>
            </Select>
          )}
        </FormField>
        {values.provider === "script" && (
          <FormField label="Chat Script URL" required error={errorOf("chat.script")}>
            {(props) => <Input {...props} type="url" {...register("script")} />}
          </FormField>
        )}
      </FieldGroup>
    </SectionForm>
  );
}

function valuesOf(company: Company): BusinessValues {
  const typed = Object.fromEntries(facts.map(({ name }) => [name, String(company[name])]));
  return {
    ...(typed as Record<FactName, string>),
    areasServed: company.areasServed.join("\n"),
    map: company.map,
    provider: company.chat.provider,
    script: company.chat.script ?? "",
  };
}

function editOf({ areasServed, provider, script, ...typed }: BusinessValues): CompanyEdit {
  return {
    ...typed,
    latitude: numberIn(typed.latitude),
    longitude: numberIn(typed.longitude),
    foundedYear: Math.trunc(numberIn(typed.foundedYear)),
    areasServed: areasServed.split("\n"),
    chat: provider === "script" ? { provider, script } : { provider },
  };
}

function numberIn(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
