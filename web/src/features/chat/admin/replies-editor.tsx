import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { adminChatKeys, saveReplies } from "@/api/admin/chat";
import { errorText, storedIn } from "@/api/admin/client";
import { toast, toastError } from "@/ui/admin/toasts";
import { useConflict } from "@/ui/admin/use-conflict";
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
    basedOn: stored.updatedAt,
    original: { text: stored.text },
    values: { text },
    dirty: quickReplies !== undefined,
    labels: { text: "Quick replies" },
    onContinue: (typed, basedOn, began) => {
      setRepliesBase({ text: began.text, updatedAt: basedOn || stored.updatedAt });
      setQuickReplies(typed.text);
    },
  });
  useEffect(() => settleOnDiscard(copy.settle), [settleOnDiscard, copy.settle]);
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
      toastError("Save failed", errorText(error, error.message));
    },
  });
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
    save: save.mutate,
  });
  return (
    <details open={open} className="p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Quick replies</summary>
      {conflict.view}
      <div hidden={Boolean(conflict.view)}>
        <label htmlFor={id} className="block text-sm text-soft">
          One answer per line. They are offered below every conversation. {"{name}"} becomes the
          visitor's name, {"{hours}"} your business hours.
        </label>
        {copy.offer && <div className="mt-2">{copy.offer}</div>}
        <Textarea
          id={id}
          className="mt-2 h-[120px]"
          value={text}
          onChange={({ target }) => {
            if (quickReplies === undefined) setRepliesBase(stored);
            setQuickReplies(target.value === stored.text ? undefined : target.value);
          }}
        />
      </div>
      <Button
        variant="primary"
        size="small"
        className="mt-3"
        disabled={save.isPending}
        onClick={() =>
          conflict.view ? conflict.submit() : save.mutate({ text, updatedAt: base.updatedAt })
        }
      >
        Save Quick Replies
      </Button>
    </details>
  );
}
