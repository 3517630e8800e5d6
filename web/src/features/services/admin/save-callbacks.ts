import { removalNote } from "@/api/admin/client";
import type { Envelope } from "@/api/client";
import { toast, toastError } from "@/ui/admin/toasts";

/** The toasts of the Services tab after a save. */
export function saveCallbacks(onSaved: () => void) {
  return {
    onSuccess: (envelope: Envelope<unknown>) => {
      toast({
        title: "Service updated",
        description: `The service has been updated successfully. ${removalNote(envelope)}`.trim(),
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
