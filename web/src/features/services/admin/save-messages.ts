import { removalNote } from "@/api/admin/client";
import type { Envelope } from "@/api/client";

/** The toast of the Services tab after a save. */
export function savedMessage(envelope: Envelope<unknown>) {
  return {
    title: "Service updated",
    description: `The service has been updated successfully. ${removalNote(envelope)}`.trim(),
  };
}

/** Its toast after a failure. What was wrong is shown in the form. */
export const saveFailure = {
  title: "Error updating service",
  text: "There was a problem updating the service. Please try again.",
  fixed: true,
};
