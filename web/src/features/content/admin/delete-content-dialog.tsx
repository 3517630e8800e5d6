import { type ContentItem, useDeleteContent } from "@/api/admin/content";
import { findKnownKey } from "@/domain/admin/content-keys";
import { contentDefault } from "@/domain/content-defaults";
import { usePage } from "@/domain/page-data";
import { DeleteDialog } from "@/editing/delete-dialog";

/** Asks before an item is deleted, and shows what disappears and what comes instead. */
export function DeleteContentDialog({ item, onClose }: { item: ContentItem; onClose: () => void }) {
  const { identity } = usePage();
  const known = findKnownKey(item.key);
  return (
    <DeleteDialog
      title={known ? "Back to Default" : "Delete Content"}
      confirmLabel={known ? "Back to Default" : "Delete"}
      id={item.id}
      remove={useDeleteContent()}
      success={() => ({
        title: "Content deleted",
        description: known
          ? "The page shows its default again."
          : `"${item.key}" is gone. No page showed it.`,
      })}
      failure={{ text: "The content could not be deleted." }}
      onClose={onClose}
    >
      <p>
        Are you sure you want to delete "{item.key}"? {known?.location ?? "No page shows it"}. This
        action cannot be undone.
      </p>
      <p className="mt-3 font-semibold text-ink">What will disappear</p>
      <p className="mt-1 line-clamp-4 break-words">{item.value}</p>
      {known && (
        <>
          <p className="mt-3 font-semibold text-ink">What visitors will see</p>
          <p className="mt-1 line-clamp-4 break-words">{contentDefault(item.key, identity)}</p>
        </>
      )}
    </DeleteDialog>
  );
}
