import { type ReactNode, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import type { VersionedRecord } from "@/api/admin/history";
import { ButtonSpinner } from "@/ui/admin/button-spinner";
import { useFreezeInputs } from "@/ui/admin/freeze-inputs";
import { useSaveShortcut } from "@/ui/admin/save-shortcut";
import { Button } from "@/ui/button";
import { HistoryButton } from "./history/history-button";
import { DraftPreview } from "./preview/draft-preview";
import type { RecordForm } from "./record-form";
import { KeptLine, messageOf } from "./record-form-parts";
import { UndoLine } from "./undo/undo-line";

interface RecordSectionProps<V extends FieldValues> {
  form: RecordForm<V>;
  /** The accessible name of the form. */
  label: string;
  /** Nothing can be changed. */
  readOnly: boolean;
  history: VersionedRecord;
  /** The name of the kind in the preview of unsaved edits. */
  preview: string;
  /** What visitors will see. */
  sample: ReactNode;
  /** Something else that takes time before the record is sent. */
  busy?: boolean;
  children: ReactNode;
}

/** The form of a record as a section of a sheet, with a sample of what visitors will see. */
export function RecordSection<V extends FieldValues>(props: RecordSectionProps<V>) {
  const { form, label, readOnly, history, preview, sample, busy = false, children } = props;
  const { state, conflict, offer, dirty, edit } = form;
  const element = useRef<HTMLFormElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const pending = busy || state.name === "saving";
  const message = messageOf(state);
  useSaveShortcut(element);
  useFreezeInputs(fields, pending);
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      aria-busy={pending}
      onSubmit={(event) => {
        event.preventDefault();
        // The shortcut asks for a save that the button does not offer.
        if (!readOnly && !busy && (dirty || conflict)) form.submit(event);
      }}
    >
      {conflict}
      {/* An offer would replace what is being saved. */}
      <div ref={fields} hidden={Boolean(conflict)}>
        {offer && !readOnly && <div className="mb-6">{offer}</div>}
        <fieldset disabled={readOnly} className="grid min-w-0 gap-6">
          {children}
        </fieldset>
      </div>
      <section
        aria-label="Preview"
        className="mt-8 min-w-0 rounded-xl border border-line bg-paper p-4"
      >
        <h3 className="mb-3 font-sans font-semibold text-sm text-soft">What visitors will see</h3>
        {sample}
        {!readOnly && (
          <div className="mt-4">
            <DraftPreview draft={{ [preview]: edit }} dirty={dirty} />
          </div>
        )}
      </section>
      {message && (
        <p role="alert" className="mt-4 rounded-lg border border-bad p-3 text-bad">
          {message}
        </p>
      )}
      {!readOnly && (
        <div className="sticky -mx-4 -mb-4 -bottom-4 mt-6 flex flex-wrap justify-end gap-3 border-line border-t bg-surface px-4 py-3">
          <HistoryButton record={history} onRestored={form.silence} />
          {form.keptAt ? <KeptLine at={form.keptAt} /> : <UndoLine />}
          <Button
            type="submit"
            variant="primary"
            size="small"
            disabled={pending || !(dirty || conflict)}
          >
            {pending && <ButtonSpinner />}
            Save {label}
          </Button>
        </div>
      )}
    </form>
  );
}

interface FieldGroupProps {
  title: string;
  /** Folds the group, and says what its fields are good for. */
  note?: string;
  /** Opens a folded group, because one of its fields was refused. */
  open?: boolean;
  children: ReactNode;
}

/** A group of fields with its heading. */
export function FieldGroup({ title, note, open, children }: FieldGroupProps) {
  if (note) {
    return (
      <details open={open || undefined} className="group rounded-xl border border-line px-4">
        <summary className="min-h-11 py-3 font-bold font-display text-lg">
          {title} <span className="font-normal font-sans text-base text-soft">(optional)</span>
        </summary>
        <div className="grid gap-5 pb-4">
          <p className="text-soft text-sm">{note}</p>
          {children}
        </div>
      </details>
    );
  }
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="mb-4 font-bold font-display text-lg">{title}</legend>
      {children}
    </fieldset>
  );
}
