import { type FormEvent, type ReactNode, type RefObject, useRef } from "react";
import type { CompanyEdit } from "@/api/admin/company";
import { ButtonSpinner } from "@/ui/admin/button-spinner";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { useFreezeInputs } from "@/ui/admin/freeze-inputs";
import { RecordHistory } from "@/ui/admin/record-history";
import { useSaveShortcut } from "@/ui/admin/save-shortcut";
import { useUnsavedChanges } from "@/ui/admin/unsaved-changes";
import type { Conflict } from "@/ui/admin/use-conflict";
import { Button } from "@/ui/button";

const companyRecord = { kind: "company", id: "company" };

interface SectionFormProps {
  form: RefObject<HTMLFormElement | null>;
  /** The accessible name of the form. */
  label: string;
  dirty: boolean;
  /** The working copy of the section. */
  copy: { offer: ReactNode; settle: () => void };
  pending: boolean;
  /** Nothing can be changed. */
  readOnly: boolean;
  /** A refusal that belongs to no single field. */
  error?: string;
  /** Takes the place of the fields while somebody else's version is to be merged. */
  conflict: Conflict;
  onSubmit: () => void;
  /** What visitors will see. */
  preview: ReactNode;
  /** What a save would send. */
  draft: CompanyEdit;
  children: ReactNode;
}

/** One section: its fields, a preview of what visitors will see, and a button that saves it. */
export function SectionForm(props: SectionFormProps) {
  const { form, label, dirty, copy, pending, readOnly, error, conflict, onSubmit } = props;
  const { preview, draft, children } = props;
  const fields = useRef<HTMLDivElement>(null);
  const leave = useUnsavedChanges(dirty, { onDiscard: copy.settle });
  useSaveShortcut(form);
  useFreezeInputs(fields, pending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending || readOnly) return;
    if (conflict.view) conflict.submit();
    else onSubmit();
  };
  return (
    <form ref={form} noValidate aria-label={label} aria-busy={pending} onSubmit={submit}>
      {conflict.view}
      {/* An offer would replace what is being saved. */}
      <div ref={fields} hidden={Boolean(conflict.view)}>
        {copy.offer && !readOnly && <div className="mb-6">{copy.offer}</div>}
        <fieldset disabled={readOnly} className="grid min-w-0 gap-6">
          {children}
        </fieldset>
      </div>
      <section
        aria-label="Preview"
        className="mt-8 min-w-0 rounded-xl border border-line bg-paper p-4"
      >
        <h3 className="mb-3 font-sans font-semibold text-sm text-soft">What visitors will see</h3>
        {preview}
        {!readOnly && (
          <div className="mt-4">
            <DraftPreview draft={{ company: draft }} dirty={dirty} />
          </div>
        )}
      </section>
      {error && (
        <p role="alert" className="mt-4 rounded-lg border border-bad p-3 text-bad">
          {error}
        </p>
      )}
      {!readOnly && (
        <div className="sticky -mx-4 -mb-4 -bottom-4 mt-6 flex justify-end gap-3 border-line border-t bg-surface px-4 py-3">
          <RecordHistory record={companyRecord} leave={leave} onRestored={() => {}} />
          <Button type="submit" variant="primary" size="small" disabled={pending || !dirty}>
            {pending && <ButtonSpinner />}
            Save {label}
          </Button>
        </div>
      )}
    </form>
  );
}

/** A group of fields with its heading. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-4 font-bold font-display text-lg">{title}</legend>
      {children}
    </fieldset>
  );
}
