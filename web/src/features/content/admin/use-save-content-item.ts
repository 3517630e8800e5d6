import { errorText, removalNote } from "@/api/admin/client";
import { type ContentEdit, useSaveContent } from "@/api/admin/content";
import { toast, toastError } from "@/ui/admin/toasts";

/**
 * Saves a content item and shows the result as a toast. `onRefused` returns whether it has dealt with
 * the error, so that there is nothing to say.
 */
export function useSaveContentItem(
  onSaved: () => void,
  onRefused: (error: unknown) => boolean = () => false,
) {
  const { mutate, isPending } = useSaveContent();
  const save = (item: ContentEdit) =>
    mutate(item, {
      onSuccess: (envelope) => {
        toast({
          title: "Content updated",
          description:
            `Site content has been updated successfully. ${removalNote(envelope)}`.trim(),
        });
        onSaved();
      },
      onError: (error) => {
        if (onRefused(error)) return;
        toastError(
          "Update failed",
          errorText(error, "An error occurred while updating site content."),
        );
      },
    });
  return { save, isPending };
}
