import { type ChangeEvent, useRef, useState } from "react";
import type { Company, TextField } from "@/api/admin/company";
import { claimNotes } from "@/domain/admin/claims";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { Select } from "@/ui/admin/select";
import { useConflict } from "@/ui/admin/use-conflict";
import { useWorkingCopy } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Textarea } from "@/ui/textarea";
import { SectionForm } from "./section-form";
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
  const { save, pending, refused, setRefused, errorOf, form, basedOn } = useCompanyForm(company);
  const [stored, setStored] = useState(() => shownTexts(company));
  const [texts, setTexts] = useState(stored);
  const fields = company.textFields;
  const groups = [...new Set(fields.map(({ group }) => group))];
  const [chosen, setChosen] = useState(groups[0] ?? "");
  const refusedKey = refused?.field.replace(/^texts\./, "");
  // A refused text is brought into view, until another part is chosen.
  const group = fields.find(({ key }) => key === refusedKey)?.group ?? chosen;
  const changed = fields.filter(({ key }) => texts[key] !== stored[key]);
  const shown = fields.filter((field) => field.group === group);
  const copy = useWorkingCopy({
    kind: "company",
    id: "texts",
    basedOn,
    title: "Page texts",
    original: stored,
    values: texts,
    dirty: changed.length > 0,
    labels: Object.fromEntries(fields.map(({ key, group, label }) => [key, `${group}: ${label}`])),
    onContinue: (typed, _, began) => {
      setStored(began);
      setTexts(typed);
    },
    onConflict: (versions) => {
      theirTexts.current = versions.theirs;
      conflict.compare(versions);
    },
  });
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>) => {
    setRefused(undefined);
    setChosen(target.value);
  };
  const setText = (key: string, text: string) => setTexts({ ...texts, [key]: text });
  const editOf = (typed: Texts, before: Texts) => ({
    texts: Object.fromEntries(
      fields.flatMap(({ key }) => (typed[key] === before[key] ? [] : [[key, typed[key] ?? ""]])),
    ),
  });
  const send = (typed: Texts, before: Texts): void =>
    save(
      editOf(typed, before),
      (saved) => {
        setStored(shownTexts(saved));
        setTexts(shownTexts(saved));
      },
      (theirs) => {
        theirTexts.current = shownTexts(theirs);
        return conflict.resolves(theirs);
      },
    );
  const theirTexts = useRef(stored);
  const conflict = useConflict({
    labels: Object.fromEntries(fields.map(({ key, label }) => [key, label])),
    valuesOf: shownTexts,
    versions: () => ({ base: stored, mine: texts }),
    apply: (theirs, merged) => {
      setStored(theirs);
      setTexts(merged);
    },
    save: (merged) => send(merged, theirTexts.current),
  });
  return (
    <SectionForm
      form={form}
      label="Page texts"
      dirty={changed.length > 0}
      copy={copy}
      pending={pending}
      readOnly={company.fromFile}
      conflict={conflict}
      onSubmit={() => send(texts, stored)}
      preview={<TextsPreview fields={shown} texts={texts} />}
      draft={editOf(texts, stored)}
    >
      <FormField
        label="Part of the site"
        hint="Headline, story and other texts of the pages are under Site Content."
      >
        {(props) => (
          <Select {...props} value={group} onChange={choose}>
            {groups.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </FormField>
      {shown.map((field) => (
        <TextEditor
          key={field.key}
          field={field}
          value={texts[field.key] ?? ""}
          error={errorOf(`texts.${field.key}`)}
          onChange={(text) => setText(field.key, text)}
        />
      ))}
    </SectionForm>
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
              rows={field.lines ? 4 : 3}
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
        const text = texts[key]?.trim() || preset;
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

function shownTexts({ textFields, texts }: Company): Texts {
  return Object.fromEntries(
    textFields.map(({ key, default: preset }) => [key, texts[key] ?? preset]),
  );
}
