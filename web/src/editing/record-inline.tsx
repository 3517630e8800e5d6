import { type ReactNode, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import { useFreezeInputs } from "@/ui/admin/freeze-inputs";
import { useSaveShortcut } from "@/ui/admin/save-shortcut";
import { Spinner } from "@/ui/spinner";
import { DraftPreview } from "./preview/draft-preview";
import type { RecordForm } from "./record-form";
import { KeptLine, messageOf } from "./record-form-parts";

interface RecordInlineProps<V extends FieldValues> {
  form: RecordForm<V>;
  className?: string;
  loadingLabel?: string;
  /** The name of the kind in the preview of unsaved edits; none if no page shows the record. */
  preview?: string | false | undefined;
  /** The buttons, after the fields. */
  actions: ReactNode;
  children: ReactNode;
}

/** The form of a record in its place on a page. */
export function RecordInline<V extends FieldValues>(props: RecordInlineProps<V>) {
  const { form, className, loadingLabel = "Loading...", preview, actions, children } = props;
  const { state, conflict, offer, dirty, edit } = form;
  const element = useRef<HTMLFormElement>(null);
  const fields = useRef<HTMLDivElement>(null);
  const loading = state.name === "loading";
  const pending = state.name === "saving";
  const message = messageOf(state);
  useSaveShortcut(element);
  useFreezeInputs(fields, pending);
  return (
    <form
      ref={element}
      noValidate={Boolean(conflict)}
      aria-busy={pending || loading}
      className={className}
      onInvalid={form.onInvalid}
      onSubmit={form.submit}
    >
      {loading && <Spinner label={loadingLabel} />}
      {conflict}
      <div ref={fields} hidden={loading || Boolean(conflict)}>
        {offer && <div className="mb-3">{offer}</div>}
        {!loading && children}
        {preview && (
          <div className="mt-3">
            <DraftPreview draft={{ [preview]: edit }} dirty={dirty} />
          </div>
        )}
      </div>
      {message && (
        <p role="alert" className="mt-3 text-bad">
          {message}
        </p>
      )}
      {!loading && (
        <div className="mt-3 flex flex-wrap gap-2 max-sm:gap-1">
          {actions}
          <KeptLine at={form.keptAt} />
        </div>
      )}
    </form>
  );
}
