import { removalNote } from "@/api/admin/client";
import {
  adminContentQuery,
  type ContentEdit,
  type ContentItem,
  useSaveContent,
} from "@/api/admin/content";
import { byId, loadFrom } from "@/api/admin/load-record";
import { contentSchema } from "@/domain/admin/schemas";
import { type RecordFormOptions, useRecordForm } from "@/editing/record-form";

type Shared = "kind" | "load" | "schema" | "save" | "success" | "failure";

/** What the two forms of a content item have in common. */
export function useContentForm<V extends Record<string, unknown>>(
  options: Omit<RecordFormOptions<ContentItem, V, ContentEdit>, Shared>,
) {
  const { record } = options;
  return useRecordForm<ContentItem, V, ContentEdit>({
    kind: "content",
    load: record && ((client) => loadFrom(client, adminContentQuery, byId(record.id))),
    schema: contentSchema,
    save: useSaveContent(),
    success: (envelope) => ({
      title: "Content updated",
      description: `Site content has been updated successfully. ${removalNote(envelope)}`.trim(),
    }),
    failure: {
      title: "Update failed",
      text: "An error occurred while updating site content.",
    },
    ...options,
  });
}
