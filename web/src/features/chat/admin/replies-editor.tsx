import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { adminChatKeys, saveReplies } from "@/api/admin-chat";
import { failureText } from "@/api/admin-client";
import { toast, toastFailure } from "@/lib/toasts";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";

/** The answers that are kept at hand, one per line. */
export function RepliesEditor({ replies }: { replies: string[] }) {
  const client = useQueryClient();
  const id = useId();
  const [text, setText] = useState(() => replies.join("\n"));
  const save = useMutation({
    mutationFn: () => saveReplies(text.split("\n")),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: adminChatKeys.all });
      toast({ title: "Quick replies saved" });
    },
    onError: (error) => toastFailure("Save failed", failureText(error, error.message)),
  });
  return (
    <details className="p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Quick replies</summary>
      <label htmlFor={id} className="block text-sm text-soft">
        One answer per line. They are offered below every conversation.
      </label>
      <Textarea
        id={id}
        rows={6}
        className="mt-2"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        variant="primary"
        size="small"
        className="mt-3"
        disabled={save.isPending}
        onClick={() => save.mutate()}
      >
        Save Quick Replies
      </Button>
    </details>
  );
}
