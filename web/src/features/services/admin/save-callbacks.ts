import { removalNote } from "@/api/admin/client";
import type { Envelope } from "@/api/client";
import { toast, toastError } from "@/ui/admin/toasts";

/** What the Services tab says about a save. */
export function saveCallbacks(onSaved: () => void) {
  return {
    onSuccess: (answer: Envelope<unknown>) => {
      toast({
        title: "Service updated",
        description: `The service has been updated successfully. ${removalNote(answer)}`.trim(),
      });
      onSaved();
    },
    onError: () =>
      toastError(
        "Error updating service",
        "There was a problem updating the service. Please try again.",
      ),
  };
}
