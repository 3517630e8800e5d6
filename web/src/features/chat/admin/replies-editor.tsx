import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { adminChatKeys, saveReplies } from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { toast, toastError } from "@/ui/admin/toasts";
import { useWorkingCopy } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";
import type { ReplyDrafts } from "./use-reply-drafts";

interface RepliesEditorProps {
  saved: string[];
  replyDrafts: ReplyDrafts;
}

/** Edits the quick replies, one per line. */
export function RepliesEditor({ saved, replyDrafts }: RepliesEditorProps) {
  const client = useQueryClient();
  const id = useId();
  const { quickReplies, setQuickReplies } = replyDrafts;
  const savedText = saved.join("\n");
  const text = quickReplies ?? savedText;
  const copy = useWorkingCopy({
    kind: "quick-replies",
    id: "all",
    title: "Quick replies",
    original: { text: savedText },
    values: { text },
    dirty: quickReplies !== undefined,
    labels: { text: "Quick replies" },
    onContinue: (typed) => setQuickReplies(typed.text),
  });
  // Opens by itself if there are unsaved changes.
  const [open] = useState(quickReplies !== undefined);
  const save = useMutation({
    mutationFn: (text: string) => saveReplies(text.split("\n")),
    onSuccess: async (_, saved) => {
      await client.invalidateQueries({ queryKey: adminChatKeys.all });
      // Keep what was typed while saving.
      setQuickReplies((now) => (now === saved ? undefined : now));
      toast({ title: "Quick replies saved" });
    },
    onError: (error) => toastError("Save failed", errorText(error, error.message)),
  });
  return (
    <details open={open} className="p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Quick replies</summary>
      <label htmlFor={id} className="block text-sm text-soft">
        One answer per line. They are offered below every conversation. {"{name}"} becomes the
        visitor's name, {"{hours}"} your business hours.
      </label>
      {copy.offer && <div className="mt-2">{copy.offer}</div>}
      <Textarea
        id={id}
        className="mt-2 h-[120px]"
        value={text}
        onChange={({ target }) =>
          setQuickReplies(target.value === savedText ? undefined : target.value)
        }
      />
      <Button
        variant="primary"
        size="small"
        className="mt-3"
        disabled={save.isPending}
        onClick={() => save.mutate(text)}
      >
        Save Quick Replies
      </Button>
    </details>
  );
}
