import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import type { VersionedRecord } from "@/api/admin/history";
import { FormDialog, type FormDialogProps } from "@/ui/admin/form-dialog";
import { Spinner } from "@/ui/spinner";
import { HistoryButton } from "./history/history-button";
import { DraftPreview } from "./preview/draft-preview";
import type { RecordForm } from "./record-form";
import { KeptLine, messageOf } from "./record-form-parts";

interface RecordDialogProps<V extends FieldValues>
  extends Pick<
    FormDialogProps,
    | "title"
    | "description"
    | "help"
    | "size"
    | "opener"
    | "submitLabel"
    | "pendingLabel"
    | "noValidate"
  > {
  form: RecordForm<V>;
  /** The record whose history can be opened; none for a new record. */
  history?: VersionedRecord | false | undefined;
  /** The name of the kind in the preview of unsaved edits; none if no page shows the record. */
  preview?: string | false | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a record as a dialog. */
export function RecordDialog<V extends FieldValues>(props: RecordDialogProps<V>) {
  const { form, history, preview, noValidate, onClose, children, ...dialog } = props;
  const { state, conflict, offer, dirty, edit } = form;
  const loading = state.name === "loading";
  const fields = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The dialog has had the focus since it was opened.
    const box = fields.current;
    const dialog = box?.closest("[role=dialog]");
    if (loading || !box || document.activeElement !== dialog) return;
    box
      .querySelector<HTMLElement>("input:not([type=hidden]), textarea, select, [role=switch]")
      ?.focus();
  }, [loading]);
  return (
    <FormDialog
      {...dialog}
      pending={state.name === "saving"}
      loading={loading}
      // A field that is hidden cannot be corrected.
      noValidate={noValidate || Boolean(conflict)}
      error={messageOf(state)}
      onInvalid={form.onInvalid}
      onSubmit={form.submit}
      onClose={onClose}
      footer={
        <>
          {history && (
            <HistoryButton
              record={history}
              onRestored={() => {
                form.silence();
                onClose();
              }}
            />
          )}
          <KeptLine at={form.keptAt} />
        </>
      }
    >
      {loading && <Spinner label="Loading..." />}
      {/* An offer would replace what is being saved. */}
      <div ref={fields} hidden={loading || Boolean(conflict)}>
        {offer && <div className="mb-5">{offer}</div>}
        <div className="grid gap-5">
          {!loading && children}
          {preview && <DraftPreview draft={{ [preview]: edit }} dirty={dirty} />}
        </div>
      </div>
      {conflict}
    </FormDialog>
  );
}
