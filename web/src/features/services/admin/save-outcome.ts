import { removalNote } from "@/api/admin/client";
import type { Answer } from "@/api/client";
import { toast, toastFailure } from "@/ui/admin/toasts";

/** What the Services tab says about a save. */
export function saveOutcome(onSaved: () => void) {
  return {
    onSuccess: (answer: Answer<unknown>) => {
      toast({
        title: "Service updated",
        description: `The service has been updated successfully. ${removalNote(answer)}`.trim(),
      });
      onSaved();
    },
    onError: () =>
      toastFailure(
        "Error updating service",
        "There was a problem updating the service. Please try again.",
      ),
  };
}
