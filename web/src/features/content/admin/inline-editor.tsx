import { type KeyboardEvent, useId, useRef, useState } from "react";
import {
  type FieldError,
  fieldError,
  isDeleted,
  neverSaved,
  ruleError,
  storedIn,
} from "@/api/admin/client";
import type { ContentEdit, ContentItem } from "@/api/admin/content";
import { claimNotes } from "@/domain/admin/claims";
import { findKnownKey } from "@/domain/admin/content-keys";
import type { ContentTemplate } from "@/domain/admin/content-templates";
import { contentSchema, problemWith } from "@/domain/admin/schemas";
import { isComposing } from "@/lib/composing";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { ErrorLine, FieldNotes } from "@/ui/admin/form-field";
import { useFreezeInputs } from "@/ui/admin/freeze-inputs";
import { HtmlField } from "@/ui/admin/html-field";
import { ImageSources } from "@/ui/admin/image-field";
import { RecordHistory } from "@/ui/admin/record-history";
import { useSaveShortcut } from "@/ui/admin/save-shortcut";
import { toastError } from "@/ui/admin/toasts";
import { useConflict } from "@/ui/admin/use-conflict";
import { useFocusRefused } from "@/ui/admin/use-focus-refused";
import { deletedNotice } from "@/ui/admin/use-recreate";
import { useWorkingCopy } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { useContentEditing } from "./content-editing";
import { useSaveContentItem } from "./use-save-content-item";

/** A text and the stored item that it replaces. */
interface Merged extends Record<string, unknown> {
  value: string;
  item: ContentItem;
}

interface InlineEditorProps {
  template: ContentTemplate;
  /** The current value, which is also the initial text. */
  value: string;
}

/**
 * Edits one content item in place. Enter saves, except in HTML. Cancel and Escape ask for
 * confirmation if there are unsaved changes.
 */
export function InlineEditor({ template, value }: InlineEditorProps) {
  const { key, section, type, label } = template;
  const form = useRef<HTMLFormElement>(null);
  const { stored, active, change, resume, rebase, close, leave, discarded } = useContentEditing();
  const { text, original } = active?.draft ?? { text: value, original: stored(key) };
  const [startText] = useState(value);
  const copy = useWorkingCopy({
    kind: "content",
    id: `text-${key}`,
    basedOn: original?.updatedAt,
    title: label,
    original: { value: active?.draft ? (original?.value ?? startText) : value },
    values: { value: text },
    dirty: active?.draft != null,
    labels: { value: label },
    onContinue: (typed, basedOn, began) => resume(typed.value, basedOn, began.value),
    onConflict: (versions) => {
      const item = stored(key);
      if (item) conflict.compare({ ...versions, theirs: withRecord(item) });
    },
  });
  discarded.current = copy.settle;
  const onSaved = () => {
    copy.settle();
    close();
  };
  const errorId = useId();
  const [refused, setRefused] = useState<FieldError>();
  /** The ID of an item that somebody has deleted meanwhile. */
  const [gone, setGone] = useState<number>();
  useFocusRefused(form, refused);
  const { save, isPending } = useSaveContentItem(onSaved, (error): boolean => {
    if (conflict.resolves(storedIn<ContentItem>(error))) return true;
    setGone(isDeleted(error) ? original?.id : undefined);
    setRefused(isDeleted(error) ? { field: "value", message: deletedNotice } : fieldError(error));
    return false;
  });
  const send = (edit: ContentEdit): void => {
    const problem = problemWith(contentSchema, edit);
    if (!problem) {
      setRefused(undefined);
      save(edit);
      return;
    }
    const refusal = ruleError(problem);
    setRefused(refusal);
    toastError("Update failed", refusal.text);
  };
  useSaveShortcut(form);
  useFreezeInputs(form, isPending);

  const conflict = useConflict({
    labels: { value: label },
    valuesOf: withRecord,
    versions: () => ({
      base: { value: original?.value ?? startText } as Merged,
      mine: { value: text } as Merged,
    }),
    apply: ({ item }, merged) => rebase(item, merged.value),
    save: ({ item: { id, updatedAt }, value: merged }) =>
      send({ id, basedOn: updatedAt, key, section, type, value: merged }),
  });
  const edit = (next: string) => {
    setRefused(undefined);
    change(next === value ? null : next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Escape" && !isPending) leave();
    if (event.key === "Enter" && type !== "html" && !event.shiftKey) {
      event.preventDefault();
      form.current?.requestSubmit();
    }
  };
  return (
    <form
      ref={form}
      aria-busy={isPending}
      className="w-full max-w-2xl rounded-xl border border-line bg-surface p-3 text-base text-ink shadow-xl"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        if (conflict.view) return conflict.submit();
        const replaced = original?.id === gone ? undefined : original;
        send({
          id: replaced?.id,
          basedOn: replaced?.updatedAt ?? neverSaved,
          key,
          section,
          type,
          value: text,
        });
      }}
    >
      {conflict.view}
      {copy.offer && !conflict.view && <div className="mb-3">{copy.offer}</div>}
      <div hidden={Boolean(conflict.view)}>
        <HtmlField
          label={label}
          enabled={type === "html" && key !== "map_embed"}
          html={text}
          onHtml={edit}
          onKeyDown={onKeyDown}
        >
          <Textarea
            aria-label={label}
            aria-invalid={refused ? true : undefined}
            aria-describedby={refused ? errorId : undefined}
            autoFocus
            required
            onInvalid={() => setRefused(ruleError({ field: "value", rule: "is required" }))}
            className={type === "html" ? "h-[120px] font-mono text-sm" : "h-[100px]"}
            // Changes made while saving would not be saved.
            readOnly={isPending}
            value={text}
            onChange={(event) => edit(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </HtmlField>
        <ErrorLine id={errorId} error={refused?.message} />
      </div>
      {conflict.view ? null : type === "image" ? (
        <ImageSources onPick={edit} />
      ) : (
        <FieldNotes notes={claimNotes(text)} />
      )}
      {!conflict.view && findKnownKey(key) && (
        <div className="mt-3">
          <DraftPreview
            draft={{ content: { id: original?.id, key, section, type, value: text } }}
            dirty={active?.draft != null}
          />
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2 max-sm:gap-1">
        <Button type="submit" variant="primary" size="small" disabled={isPending}>
          Save
        </Button>
        <Button variant="outline" size="small" disabled={isPending} onClick={() => leave()}>
          Cancel
        </Button>
        {original && (
          <RecordHistory
            record={{ kind: "content", id: original.id }}
            leave={leave}
            onRestored={onSaved}
          />
        )}
      </div>
    </form>
  );
}

function withRecord(item: ContentItem): Merged {
  return { value: item.value, item };
}
