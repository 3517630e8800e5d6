import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type MouseEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Controller, useFieldArray } from "react-hook-form";
import type { Company, Person } from "@/api/admin/company";
import { claimNotes } from "@/domain/admin/claims";
import { initialsOf } from "@/domain/people";
import { FormField } from "@/ui/admin/form-field";
import { IconButton } from "@/ui/admin/icon-button";
import { PhotoField } from "@/ui/admin/image-field";
import { placeText } from "@/ui/admin/place-text";
import { SwitchField } from "@/ui/admin/switch-field";
import { TextField } from "@/ui/admin/text-field";
import { Button } from "@/ui/button";
import { Portrait } from "@/ui/portrait";
import { Textarea } from "@/ui/textarea";
import { CompanySection } from "./company-section";
import { useCompanyForm } from "./use-company-form";

/** A type, because an interface has no index signature. */
type PeopleValues = { people: Person[] };

const labels = { people: "People" };
const nobody: Person = { name: "", role: "", bio: "", imageUrl: "", employee: true };

/** Owners and team, in the order of the pages. */
export function PeopleForm({ company }: { company: Company }) {
  const form = useCompanyForm<PeopleValues>(company, {
    section: "people",
    labels,
    fieldOf: (field) => field.replace(/^team\./, "people."),
    valuesOf,
    editOf: ({ people: team }) => ({ team }),
  });
  const { register, control } = form.fields;
  const { people } = form.values;
  const { fields, append, remove, move } = useFieldArray({ control, name: "people" });
  const addButton = useRef<HTMLButtonElement>(null);
  const [announced, setAnnounced] = useState("");
  const nameAt = (index: number) => people[index]?.name || `person ${index + 1}`;
  const moveTo = (from: number, to: number, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (to < 0 || to >= fields.length) return;
    flushSync(() => move(from, to));
    // It moves with its person, which takes the focus from it in some browsers.
    currentTarget.focus();
    setAnnounced(placeText(nameAt(from), to, fields.length));
  };
  return (
    <CompanySection
      form={form}
      label="People"
      readOnly={company.fromFile}
      sample={<PeoplePreview people={people} />}
    >
      <p className="text-soft">
        Owners are on the home page and the about page, the rest of the team on the about page.
      </p>
      <ol className="grid gap-5">
        {fields.map((field, index) => {
          const who = nameAt(index);
          const errorAt = (name: keyof Person) => form.errorOf(`people.${index}.${name}`);
          return (
            <li key={field.id} className="grid gap-4 rounded-xl border border-line p-4">
              <div className="flex items-center gap-1">
                <h3 className="min-w-0 flex-1 text-lg wrap-anywhere">{who}</h3>
                <IconButton
                  label={`Move ${who} up`}
                  icon={<ArrowUp aria-hidden />}
                  aria-disabled={index === 0}
                  onClick={(event) => moveTo(index, index - 1, event)}
                />
                <IconButton
                  label={`Move ${who} down`}
                  icon={<ArrowDown aria-hidden />}
                  aria-disabled={index === fields.length - 1}
                  onClick={(event) => moveTo(index, index + 1, event)}
                />
                <IconButton
                  label={`Remove ${who}`}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => {
                    remove(index);
                    // The button is gone, and the focus with it.
                    addButton.current?.focus();
                  }}
                />
              </div>
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField
                  label="Name"
                  asterisk
                  error={errorAt("name")}
                  aria-required
                  {...register(`people.${index}.name`)}
                />
                <TextField
                  label="Role"
                  asterisk
                  notes={claimNotes(people[index]?.role ?? "")}
                  error={errorAt("role")}
                  aria-required
                  {...register(`people.${index}.role`)}
                />
              </div>
              <FormField
                label="Bio"
                optional
                notes={claimNotes(people[index]?.bio ?? "")}
                error={errorAt("bio")}
              >
                {(props) => (
                  <Textarea {...props} className="h-[120px]" {...register(`people.${index}.bio`)} />
                )}
              </FormField>
              <Controller
                control={control}
                name={`people.${index}.imageUrl`}
                render={({ field: image }) => (
                  <PhotoField label="Photo" optional error={errorAt("imageUrl")} {...image} />
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
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div>
        <Button ref={addButton} variant="outline" size="small" onClick={() => append(nobody)}>
          <Plus aria-hidden className="size-4" />
          Add Person
        </Button>
      </div>
    </CompanySection>
  );
}

/** The people as the about page shows them. */
function PeoplePreview({ people }: { people: Person[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {people.map(({ name, role, bio, imageUrl }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
        <li key={index} className="flex min-w-0 gap-3">
          <Portrait
            src={imageUrl}
            initials={initialsOf(name)}
            alt=""
            sizes="3.5rem"
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
