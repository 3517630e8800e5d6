import { useQuery } from "@tanstack/react-query";
import type { Company, CompanyEdit } from "@/api/admin/company";
import { adminContentQuery } from "@/api/admin/content";
import { claimNotes } from "@/domain/admin/claims";
import { FieldGroup } from "@/editing/record-section";
import { FormField } from "@/ui/admin/form-field";
import { Select } from "@/ui/admin/select";
import { TextField } from "@/ui/admin/text-field";
import { Textarea } from "@/ui/textarea";
import { type BusinessValues, businessFields, type FactName } from "./business-fields";
import { BusinessPreview } from "./business-preview";
import { CompanySection } from "./company-section";
import { useCompanyForm } from "./use-company-form";

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
  const form = useCompanyForm<BusinessValues>(company, {
    section: "business",
    labels,
    fieldOf: (field) => field.replace(/^chat\./, ""),
    valuesOf,
    editOf,
  });
  const { register } = form.fields;
  const { values, errorOf } = form;
  const hasOfficeAddress = useQuery(adminContentQuery).data?.some(
    ({ key }) => key === "office_address",
  );
  const notesOn = (name: FactName) => {
    if (wording.includes(name)) return claimNotes(values[name]);
    return name === "street" && hasOfficeAddress ? [officeAddressNote] : [];
  };
  return (
    <CompanySection
      form={form}
      label="Business"
      readOnly={company.fromFile}
      sample={<BusinessPreview values={values} />}
    >
      {businessFields.map(({ title, note, fields }) => (
        <FieldGroup
          key={title}
          title={title}
          note={note}
          open={fields.some(({ name }) => errorOf(name))}
        >
          <div className="grid gap-5 sm:grid-cols-2">
            {fields.map(({ name, label, where, type = "text", optional = false, half = false }) => (
              <div key={name} className={half ? "" : "sm:col-span-2"}>
                <TextField
                  label={label}
                  required={!optional}
                  optional={optional}
                  hint={where}
                  notes={notesOn(name)}
                  error={errorOf(name)}
                  type={type}
                  aria-required={!optional}
                  {...register(name)}
                />
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
          {(props) => <Textarea {...props} className="h-[120px]" {...register("areasServed")} />}
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
          hint="Every page: the button at the bottom right; another provider's script is chosen in the site file"
          error={errorOf("provider")}
        >
          {(props) => (
            <Select
              {...props}
              value={values.provider}
              onChange={({ target }) =>
                form.set("provider", target.value as BusinessValues["provider"])
              }
            >
              <option value="own">The chat of this site</option>
              {company.chat.provider === "script" && (
                <option value="script">Another provider's script</option>
              )}
              <option value="none">No chat</option>
            </Select>
          )}
        </FormField>
        {company.chat.provider === "script" && (
          <TextField
            label="Chat Script URL"
            error={errorOf("script")}
            type="url"
            readOnly
            {...register("script")}
          />
        )}
      </FieldGroup>
    </CompanySection>
  );
}

function valuesOf(company: Company): BusinessValues {
  const typed = Object.fromEntries(facts.map(({ name }) => [name, String(company[name])]));
  // Both are 0 if they are not known.
  if (company.latitude === 0 && company.longitude === 0) typed.latitude = typed.longitude = "";
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
    latitude: numberIn(typed.latitude, 0),
    longitude: numberIn(typed.longitude, 0),
    foundedYear: Math.trunc(numberIn(typed.foundedYear)),
    areasServed: areasServed.split("\n"),
    chat: provider === "script" ? { provider, script } : { provider },
  };
}

function numberIn(text: string, empty = Number.NaN): number {
  return text.trim() === "" ? empty : Number(text);
}
