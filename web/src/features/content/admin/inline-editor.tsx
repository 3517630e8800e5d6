import { type KeyboardEvent, useId } from "react";
import { neverSaved } from "@/api/admin/client";
import { claimNotes } from "@/domain/admin/claims";
import { findKnownKey } from "@/domain/admin/content-keys";
import type { ContentTemplate } from "@/domain/admin/content-templates";
import { HistoryButton } from "@/editing/history/history-button";
import { RecordInline } from "@/editing/record-inline";
import { isComposing } from "@/lib/composing";
import { ErrorLine, FieldNotes } from "@/ui/admin/form-field";
import { HtmlField } from "@/ui/admin/html-field";
import { ImageSources } from "@/ui/admin/image-field";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { useContentEditing } from "./content-editing";
import { useContentForm } from "./use-content-form";

interface InlineEditorProps {
  template: ContentTemplate;
  /** The current value, which is also the initial text. */
  value: string;
}

/** Edits one content item in place. Enter saves, except in HTML. */
export function InlineEditor({ template, value }: InlineEditorProps) {
  const { key, section, type, label } = template;
  const { stored, close } = useContentEditing();
  const errorId = useId();
  const item = stored(key);
  const form = useContentForm<{ value: string }>({
    copyId: `text-${key}`,
    record: item,
    titleOf: () => label,
    labels: { value: label },
    valuesOf: (record) => ({ value: record?.value ?? value }),
    editOf: (values, { version }) => ({
      ...values,
      key,
      section,
      type,
      // Somebody else may have stored the default text meanwhile.
      basedOn: neverSaved,
      ...version,
    }),
    onSaved: close,
  });
  const text = form.values.value;
  const error = form.errorOf("value");
  const saving = form.state.name === "saving";
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Escape" && !saving) close();
    if (event.key === "Enter" && type !== "html" && !event.shiftKey) {
      event.preventDefault();
      (event.target as Element).closest("form")?.requestSubmit();
    }
  };
  return (
    <RecordInline
      form={form}
      className="w-full max-w-2xl rounded-xl border border-line bg-surface p-3 text-base text-ink shadow-xl"
      preview={findKnownKey(key) && "content"}
      actions={
        <>
          <Button type="submit" variant="primary" size="small" disabled={saving}>
            Save
          </Button>
          <Button variant="outline" size="small" disabled={saving} onClick={close}>
            Cancel
          </Button>
          {item && (
            <HistoryButton
              record={{ kind: "content", id: String(item.id) }}
              onRestored={() => {
                form.silence();
                close();
              }}
            />
          )}
        </>
      }
    >
      <HtmlField
        label={label}
        enabled={type === "html" && key !== "map_embed"}
        html={text}
        required={{ name: "value" }}
        onHtml={(html) => form.set("value", html)}
        onKeyDown={onKeyDown}
      >
        <Textarea
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          autoFocus
          required
          className={type === "html" ? "h-[120px] font-mono text-sm" : "h-[100px]"}
          // Changes made while saving would not be saved.
          readOnly={saving}
          {...form.fields.register("value")}
          onKeyDown={onKeyDown}
        />
      </HtmlField>
      <ErrorLine id={errorId} error={error} />
      {type === "image" ? (
        <ImageSources onPick={(url) => form.set("value", url)} />
      ) : (
        <FieldNotes notes={claimNotes(text)} />
      )}
    </RecordInline>
  );
}
