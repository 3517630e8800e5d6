import type { QueryClient } from "@tanstack/react-query";
import { use, useId, useState } from "react";
import { inboxQuery, useSaveReplies } from "@/api/admin/chat";
import { neverSaved } from "@/api/admin/client";
import { quickRepliesSchema } from "@/domain/admin/schemas";
import { CopiesContext } from "@/editing/copies/working-copies";
import { useRecordForm } from "@/editing/record-form";
import { RecordInline } from "@/editing/record-inline";
import { ErrorLine } from "@/ui/admin/form-field";
import { Button } from "@/ui/button";
import { Textarea } from "@/ui/textarea";

/** The quick replies as they are stored. */
export interface StoredReplies {
  replies: string[];
  updatedAt: string;
}

/** Edits the quick replies, one per line. */
export function RepliesEditor({ stored }: { stored: StoredReplies }) {
  const id = useId();
  // Opens by itself for somebody who continues with them.
  const [open] = useState(use(CopiesContext)?.wanted?.kind === "quick-replies");
  const form = useRecordForm<StoredReplies, { text: string }, { replies: string[] }>({
    kind: "quick-replies",
    copyId: "all",
    record: stored,
    titleOf: () => "Quick replies",
    schema: quickRepliesSchema,
    labels: { text: "Quick replies" },
    fieldOf: () => "text",
    valuesOf: (record = stored) => ({ text: record.replies.join("\n") }),
    editOf: ({ text }, { version: { basedOn } }) => ({ replies: text.split("\n"), basedOn }),
    save: useSaveReplies(),
    savedRecord: (_, client) => storedReplies(client),
    success: () => ({ title: "Quick replies saved" }),
    failure: { title: "Save failed", text: "The quick replies could not be saved." },
  });
  const error = form.errorOf("text");
  const saving = form.state.name === "saving";
  return (
    <details open={open} className="p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Quick replies</summary>
      <RecordInline
        form={form}
        actions={
          <Button
            type="submit"
            variant="primary"
            size="small"
            className="aria-disabled:opacity-60"
            // Not disabled while it is saved: it would lose the focus.
            aria-disabled={saving}
          >
            Save Quick Replies
          </Button>
        }
      >
        <label htmlFor={id} className="block text-sm text-soft">
          One answer per line. They are offered below every conversation. {"{name}"} becomes the
          visitor's name, {"{hours}"} your business hours.
        </label>
        <Textarea
          id={id}
          className="mt-2 h-[120px]"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...form.fields.register("text")}
        />
        <ErrorLine id={`${id}-error`} error={error} />
      </RecordInline>
    </details>
  );
}

/** The quick replies in the inbox, which is loaded again after every save. */
function storedReplies(client: QueryClient): StoredReplies | undefined {
  const inbox = client.getQueryData(inboxQuery().queryKey)?.pages[0];
  if (!inbox?.replies) return undefined;
  return { replies: inbox.replies, updatedAt: inbox.repliesUpdatedAt ?? neverSaved };
}
