import { errorText, removalNote } from "@/api/admin/client";
import { type ContentEdit, useSaveContent } from "@/api/admin/content";
import { toast, toastError } from "@/ui/admin/toasts";

/** Saves a content item and says how it went. */
export function useSaveContentItem(onSaved: () => void) {
  const { mutate, isPending } = useSaveContent();
  const save = (item: ContentEdit) =>
    mutate(item, {
      onSuccess: (answer) => {
        toast({
          title: "Content updated",
          description: `Site content has been updated successfully. ${removalNote(answer)}`.trim(),
        });
        onSaved();
      },
      onError: (error) =>
        toastError(
          "Update failed",
          errorText(error, "An error occurred while updating site content."),
        ),
    });
  return { save, isPending };
}
