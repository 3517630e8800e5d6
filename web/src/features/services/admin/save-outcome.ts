import { toast, toastFailure } from "@/lib/toasts";

/** What the Services tab says about a save. */
export function saveOutcome(onSaved: () => void) {
  return {
    onSuccess: () => {
      toast({
        title: "Service updated",
        description: "The service has been updated successfully.",
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
