import { useRef, useState } from "react";
import { useSearch } from "wouter";
import type { Company, TextField } from "@/api/admin/company";
import { claimNotes } from "@/domain/admin/claims";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { Select } from "@/ui/admin/select";
import { useFocusRefused } from "@/ui/admin/use-focus-refused";
import { Button } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Textarea } from "@/ui/textarea";
import { CompanySection } from "./company-section";
import { useCompanyForm } from "./use-company-form";

type Texts = Record<string, string>;

const pageNames: Record<string, string> = {
  home: "Home page",
  about: "About page",
  programs: "Programs page",
  services: "Services page",
};

/** The texts of fixed pages, one part of a page at a time. */
export function TextsForm({ company }: { company: Company }) {
  const all = company.textFields;
  const form = useCompanyForm<Texts>(company, {
    section: "texts",
    labels: Object.fromEntries(
      all.map(({ key, group, label }) => [nameOf(key), `${group}: ${label}`]),
    ),
    fieldOf: (field) => nameOf(field.replace(/^texts\./, "")),
    valuesOf: shownTexts,
    editOf: (texts, record) => ({ texts: changedTexts(texts, record) }),
  });
  const { values, errorOf, set } = form;
  const groups = [...new Set(all.map(({ group }) => group))];
  // A link from a public page names the page.
  const page = new URLSearchParams(useSearch()).get("page");
  const [chosen, setChosen] = useState(
    (all.find(({ pages: [first] }) => first === page)?.group ?? groups[0]) || "",
  );
  // A refused text is brought into view, until another part is chosen.
  const refused = all.find(({ key }) => errorOf(nameOf(key)));
  const group = refused?.group ?? chosen;
  const shown = all.filter((field) => field.group === group);
  const box = useRef<HTMLDivElement>(null);
  useFocusRefused(box, refused);
  return (
    <CompanySection
      form={form}
      label="Page texts"
      readOnly={company.fromFile}
      sample={<TextsPreview fields={shown} texts={values} />}
    >
      <FormField
        label="Part of the site"
        hint="Headline, story and other texts of the pages are under Site Content."
      >
        {(props) => (
          <Select
            {...props}
            value={group}
            onChange={({ target }) => {
              form.fields.clearErrors();
              setChosen(target.value);
            }}
          >
            {groups.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </FormField>
      <div ref={box} className="grid gap-6">
        {shown.map((field) => (
          <TextEditor
            key={field.key}
            field={field}
            value={values[nameOf(field.key)] ?? ""}
            error={errorOf(nameOf(field.key))}
            onChange={(text) => set(nameOf(field.key), text)}
          />
        ))}
      </div>
    </CompanySection>
  );
}

interface TextEditorProps {
  field: TextField;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function TextEditor({ field, value, error, onChange }: TextEditorProps) {
  const isDefault = value.trim() === field.default.trim();
  const short = !field.lines && field.default.length < 60;
  return (
    <div>
      <FormField
        label={field.label}
        hint={field.pages.map((page) => pageNames[page] ?? page).join(", ")}
        notes={claimNotes(value)}
        error={error}
      >
        {(props) =>
          short ? (
            <Input {...props} value={value} onChange={({ target }) => onChange(target.value)} />
          ) : (
            <Textarea
              {...props}
              className={field.lines ? "h-[120px]" : "h-[100px]"}
              value={value}
              onChange={({ target }) => onChange(target.value)}
            />
          )
        }
      </FormField>
      {!isDefault && (
        <Button
          variant="ghost"
          size="small"
          className="mt-1"
          aria-label={`Back to default: ${field.label}`}
          onClick={() => onChange(field.default)}
        >
          Back to default
        </Button>
      )}
    </div>
  );
}

function TextsPreview({ fields, texts }: { fields: TextField[]; texts: Texts }) {
  return (
    <div className="grid gap-3 wrap-anywhere">
      {fields.map(({ key, lines, default: preset }) => {
        // An empty text becomes the default when it is saved.
        const text = texts[nameOf(key)]?.trim() || preset;
        if (lines) return <CheckList key={key} items={linesOf(text)} />;
        if (key.endsWith("title")) {
          return (
            <p key={key} className="mt-2 font-bold font-display text-lg">
              {text}
            </p>
          );
        }
        return (
          <p key={key} className="text-soft">
            {text}
          </p>
        );
      })}
    </div>
  );
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** The name of a text in the form, where a dot would mean a nested value. */
function nameOf(key: string): string {
  return key.replaceAll(".", "/");
}

function shownTexts({ textFields, texts }: Company): Texts {
  return Object.fromEntries(
    textFields.map(({ key, default: preset }) => [nameOf(key), texts[key] ?? preset]),
  );
}

/** Only the texts that were changed: a default that is sent would become a text of the owner. */
function changedTexts(texts: Texts, company: Company): Texts {
  const before = shownTexts(company);
  return Object.fromEntries(
    company.textFields.flatMap(({ key }) => {
      const name = nameOf(key);
      return texts[name] === before[name] ? [] : [[key, texts[name] ?? ""]];
    }),
  );
}
