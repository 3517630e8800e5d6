import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { Controller, useFieldArray, useForm } from "react-hook-form";
import type { Company, Person } from "@/api/admin/company";
import { claimNotes } from "@/domain/admin/claims";
import { portraitOf } from "@/domain/people";
import { FormField } from "@/ui/admin/form-field";
import { IconButton } from "@/ui/admin/icon-button";
import { ImageField } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { SwitchField } from "@/ui/admin/switch-field";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { SectionForm } from "./section-form";
import { useCompanyCopy } from "./use-company-copy";
import { useCompanyForm } from "./use-company-form";

interface PeopleValues {
  people: Person[];
}

const labels = { people: "People" };
const nobody: Person = { name: "", role: "", bio: "", imageUrl: "", employee: false };

/** Owners and team, in the order of the pages. */
export function PeopleForm({ company }: { company: Company }) {
  const { basedOn, save, pending, refused, errorOf, form } = useCompanyForm(company);
  const values = useForm<PeopleValues>({ defaultValues: valuesOf(company) });
  const { register, control, watch, handleSubmit, reset, formState } = values;
  const copy = useCompanyCopy("people", values, basedOn, labels, (versions) =>
    conflict.compare(versions),
  );
  const { fields, append, remove, move } = useFieldArray({ control, name: "people" });
  const { people } = watch();
  const send = ({ people: team }: PeopleValues): void =>
    save({ team }, (saved) => reset(valuesOf(saved)), conflict.resolves);
  const conflict = useFormConflict(values, { labels, valuesOf, save: send });
  return (
    <SectionForm
      form={form}
      label="People"
      dirty={formState.isDirty}
      copy={copy}
      pending={pending}
      readOnly={company.fromFile}
      error={refused?.field === "team" ? refused.message : undefined}
      conflict={conflict}
      onSubmit={handleSubmit(send)}
      preview={<PeoplePreview people={people} />}
      draft={{ team: people }}
    >
      <p className="text-soft">
        Owners are on the home page and the about page, the rest of the team on the about page.
      </p>
      <ol className="grid gap-5">
        {fields.map((field, index) => {
          const who = people[index]?.name || `person ${index + 1}`;
          const errorAt = (name: keyof Person) => errorOf(`team.${index}.${name}`);
          return (
            <li key={field.id} className="grid gap-4 rounded-xl border border-line p-4">
              <div className="flex items-center gap-1">
                <h3 className="min-w-0 flex-1 text-lg wrap-anywhere">{who}</h3>
                <IconButton
                  label={`Move ${who} up`}
                  icon={<ArrowUp aria-hidden />}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  label={`Move ${who} down`}
                  icon={<ArrowDown aria-hidden />}
                  disabled={index === fields.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <IconButton
                  label={`Remove ${who}`}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => remove(index)}
                />
              </div>
              <div className="grid gap-4 sm:grid-cols-2">
                <FormField label="Name" required error={errorAt("name")}>
                  {(props) => (
                    <Input {...props} aria-required {...register(`people.${index}.name`)} />
                  )}
                </FormField>
                <FormField
                  label="Role"
                  required
                  notes={claimNotes(people[index]?.role ?? "")}
                  error={errorAt("role")}
                >
                  {(props) => (
                    <Input {...props} aria-required {...register(`people.${index}.role`)} />
                  )}
                </FormField>
              </div>
              <FormField
                label="Bio"
                optional
                notes={claimNotes(people[index]?.bio ?? "")}
                error={errorAt("bio")}
              >
                {(props) => <Textarea {...props} rows={4} {...register(`people.${index}.bio`)} />}
              </FormField>
              <Controller
                control={control}
                name={`people.${index}.imageUrl`}
                render={({ field: image }) => (
                  <ImageField label="Photo" optional error={errorAt("imageUrl")} {...image} />
                )}
              />
              <Controller
                control={control}
                name={`people.${index}.employee`}
                render={({ field: employee }) => (
                  <SwitchField
                    label="Owner"
                    state={employee.value ? "No" : "Yes"}
                    checked={!employee.value}
                    onCheckedChange={(owner) => employee.onChange(!owner)}
                  />
                )}
              />
            </li>
          );
        })}
      </ol>
      <div>
        <Button variant="outline" size="small" onClick={() => append(nobody)}>
          <Plus aria-hidden className="size-4" />
          Add Person
        </Button>
      </div>
    </SectionForm>
  );
}

/** The people as the about page shows them. */
function PeoplePreview({ people }: { people: Person[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {people.map(({ name, role, bio, imageUrl }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
        <li key={index} className="flex min-w-0 gap-3">
          <img
            src={portraitOf(imageUrl, index)}
            alt=""
            className="size-14 flex-none rounded-full object-cover"
          />
          <div className="min-w-0 wrap-anywhere">
            <p className="font-bold font-display">{name}</p>
            <p className="font-semibold text-accent text-sm">{role}</p>
            <p className="text-sm text-soft">{bio}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function valuesOf({ team }: Company): PeopleValues {
  return { people: team.map((person) => ({ ...person, employee: person.employee ?? false })) };
}
