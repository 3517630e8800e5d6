import { type KeyboardEvent, useRef } from "react";
import { claimNotes } from "@/domain/admin/claims";
import type { ContentTemplate } from "@/domain/admin/content-templates";
import { isComposing } from "@/lib/composing";
import { FieldNotes } from "@/ui/admin/form-field";
import { useFreezeInputs } from "@/ui/admin/freeze-inputs";
import { ImageSources } from "@/ui/admin/image-field";
import { useSaveShortcut } from "@/ui/admin/save-shortcut";
import { useWorkingCopy } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import { useContentEditing } from "./content-editing";
import { useSaveContentItem } from "./use-save-content-item";

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
  const { stored, active, change, resume, close, leave, discarded } = useContentEditing();
  const { text, original } = active?.draft ?? { text: value, original: stored(key) };
  const copy = useWorkingCopy({
    kind: "content",
    id: `text-${key}`,
    basedOn: stored(key)?.updatedAt,
    title: label,
    original: { value },
    values: { value: text },
    dirty: active?.draft != null,
    labels: { value: label },
    onContinue: ({ value: typed }, basedOn) => resume(typed, basedOn),
  });
  discarded.current = copy.settle;
  const { save, isPending } = useSaveContentItem(() => {
    copy.settle();
    close();
  });
  useSaveShortcut(form);
  useFreezeInputs(form, isPending);

  const edit = (next: string) => change(next === value ? null : next);
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
        save({ id: original?.id, basedOn: original?.updatedAt, key, section, type, value: text });
      }}
    >
      {copy.offer && <div className="mb-3">{copy.offer}</div>}
      <Textarea
        aria-label={label}
        autoFocus
        required
        className={type === "html" ? "h-[120px] font-mono text-sm" : "h-[100px]"}
        // Changes made while saving would not be saved.
        readOnly={isPending}
        value={text}
        onChange={(event) => edit(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {type === "image" ? <ImageSources onPick={edit} /> : <FieldNotes notes={claimNotes(text)} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="small" disabled={isPending}>
          Save
        </Button>
        <Button variant="outline" size="small" disabled={isPending} onClick={leave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
