import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { adminChatKeys, saveReplies } from "@/api/admin/chat";
import { errorText, type FieldError, fieldError, ruleError, storedIn } from "@/api/admin/client";
import { problemWith, quickRepliesSchema } from "@/domain/admin/schemas";
import { ErrorLine } from "@/ui/admin/form-field";
import { useFreezeInputs } from "@/ui/admin/freeze-inputs";
import { toast, toastError } from "@/ui/admin/toasts";
import { useConflict } from "@/ui/admin/use-conflict";
import { useFocusRefused } from "@/ui/admin/use-focus-refused";
import { useWorkingCopy } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import type { ReplyDrafts, SavedReplies } from "./use-reply-drafts";

interface RepliesEditorProps {
  saved: string[];
  savedAt: string;
  replyDrafts: ReplyDrafts;
}

type Values = SavedReplies & Record<string, unknown>;

/** The quick replies as the server sends them with a refusal. */
interface StoredReplies {
  replies: string[];
  updatedAt: string;
}

/** Edits the quick replies, one per line. */
export function RepliesEditor({ saved, savedAt, replyDrafts }: RepliesEditorProps) {
  const client = useQueryClient();
  const id = useId();
  const { quickReplies, setQuickReplies, repliesBase, setRepliesBase, settleOnDiscard } =
    replyDrafts;
  const stored = { text: saved.join("\n"), updatedAt: savedAt };
  const text = quickReplies ?? stored.text;
  const base = (quickReplies !== undefined && repliesBase) || stored;
  const copy = useWorkingCopy({
    kind: "quick-replies",
    id: "all",
    title: "Quick replies",
    basedOn: base.updatedAt,
    original: { text: base.text },
    values: { text },
    dirty: quickReplies !== undefined,
    labels: { text: "Quick replies" },
    onContinue: (typed, basedOn, began) => {
      setRepliesBase({ text: began.text, updatedAt: basedOn || stored.updatedAt });
      setQuickReplies(typed.text);
    },
    onConflict: (versions) => conflict.compare({ ...versions, theirs: { ...stored } }),
  });
  useEffect(() => settleOnDiscard(copy.settle), [settleOnDiscard, copy.settle]);
  const offer = useRef<HTMLDivElement>(null);
  // Opens by itself if there are unsaved changes.
  const [open] = useState(quickReplies !== undefined);
  const save = useMutation({
    mutationFn: ({ text, updatedAt }: SavedReplies) => saveReplies(text.split("\n"), updatedAt),
    onSuccess: async (_, sent) => {
      await client.invalidateQueries({ queryKey: adminChatKeys.all });
      // Keep what was typed while saving.
      setQuickReplies((now) => (now === sent.text ? undefined : now));
      toast({ title: "Quick replies saved" });
    },
    onError: (error) => {
      if (conflict.resolves(storedIn<StoredReplies>(error))) return;
      setRefused(fieldError(error));
      toastError("Save failed", errorText(error, error.message));
    },
  });
  useFreezeInputs(offer, save.isPending);
  const conflict = useConflict({
    labels: { text: "Quick replies" },
    valuesOf: ({ replies, updatedAt }: StoredReplies): Values => ({
      text: replies.join("\n"),
      updatedAt,
    }),
    versions: () => ({ base: { ...base }, mine: { ...base, text } }),
    apply: (theirs, merged) => {
      setRepliesBase(theirs);
      setQuickReplies(merged.text);
    },
    save: (merged) => send(merged),
  });
  const [refused, setRefused] = useState<FieldError>();
  const box = useRef<HTMLDivElement>(null);
  useFocusRefused(box, refused);
  const send = (typed: SavedReplies): void => {
    const problem = problemWith(quickRepliesSchema, { replies: typed.text.split("\n") });
    if (!problem) {
      setRefused(undefined);
      save.mutate(typed);
      return;
    }
    const refusal = ruleError(problem);
    setRefused(refusal);
    toastError("Save failed", refusal.text);
  };
  return (
    <details open={open} className="p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Quick replies</summary>
      {conflict.view}
      <div ref={box} hidden={Boolean(conflict.view)}>
        <label htmlFor={id} className="block text-sm text-soft">
          One answer per line. They are offered below every conversation. {"{name}"} becomes the
          visitor's name, {"{hours}"} your business hours.
        </label>
        <div ref={offer} className="mt-2">
          {copy.offer}
        </div>
        <Textarea
          id={id}
          className="mt-2 h-[120px]"
          aria-invalid={refused ? true : undefined}
          aria-describedby={refused ? `${id}-error` : undefined}
          value={text}
          onChange={({ target }) => {
            setRefused(undefined);
            if (quickReplies === undefined) setRepliesBase(stored);
            setQuickReplies(target.value === stored.text ? undefined : target.value);
          }}
        />
        <ErrorLine id={`${id}-error`} error={refused?.message} />
      </div>
      <Button
        variant="primary"
        size="small"
        className="mt-3 aria-disabled:opacity-60"
        // Not disabled while it is saved: it would lose the focus.
        aria-disabled={save.isPending}
        onClick={() => {
          if (save.isPending) return;
          if (conflict.view) conflict.submit();
          else send({ text, updatedAt: base.updatedAt });
        }}
      >
        Save Quick Replies
      </Button>
    </details>
  );
}
