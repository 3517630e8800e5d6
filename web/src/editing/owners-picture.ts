import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/admin/client";
import { adminContentQuery, useDeleteContent, useSaveContent } from "@/api/admin/content";
import type { Envelope } from "@/api/client";
import { toastError } from "@/ui/admin/toasts";
import { toastSaved } from "./undo/saved-toast";

const key = "about_image";

interface OwnersPicture {
  /** The URL; empty while pages show the drawing that the site comes with. */
  url: string;
  pending: boolean;
  /** Saves another picture at once; an empty URL brings the drawing back. */
  set: (url: string) => void;
}

/** The picture of the owners on the home page and the about page; undefined until it is known. */
export function useOwnersPicture(): OwnersPicture | undefined {
  const { data: items } = useQuery(adminContentQuery);
  const save = useSaveContent();
  const remove = useDeleteContent();
  if (!items) return undefined;
  const item = items.find((stored) => stored.key === key);
  const outcome = {
    onSuccess: (envelope: Envelope<unknown>) =>
      toastSaved(
        {
          title: "Content updated",
          description: "Site content has been updated successfully.",
        },
        envelope,
      ),
    onError: (error: Error) =>
      toastError(
        "Update failed",
        errorText(error, "An error occurred while updating site content."),
      ),
  };
  return {
    url: item?.value ?? "",
    pending: save.isPending || remove.isPending,
    set: (url) => {
      if (url.trim() !== "") {
        const version = item && { id: item.id, basedOn: item.updatedAt };
        save.mutate({ ...version, key, section: "about", type: "image", value: url }, outcome);
      } else if (item) {
        remove.mutate(item.id, outcome);
      }
    },
  };
}
