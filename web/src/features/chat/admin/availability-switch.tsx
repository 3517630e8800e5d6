import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { availabilityQuery, setAvailability } from "@/api/admin/chat";
import { errorText } from "@/api/admin/client";
import { SwitchField } from "@/ui/admin/switch-field";
import { toastError } from "@/ui/admin/toasts";

/** Whether visitors are told, in opening hours, that the person is here. */
export function AvailabilitySwitch() {
  const client = useQueryClient();
  const stored = useQuery(availabilityQuery).data?.available;
  const save = useMutation({
    mutationFn: setAvailability,
    onSuccess: () => client.invalidateQueries({ queryKey: availabilityQuery.queryKey }),
    onError: (error) => toastError("Update failed", errorText(error, error.message)),
  });
  if (stored === undefined) return null;
  const available = save.isPending ? save.variables : stored;
  return (
    <div className="border-line border-b px-4 py-1">
      <SwitchField
        label="Available"
        state={
          available
            ? "In opening hours visitors see that somebody is here."
            : "Away: visitors see that you answer later."
        }
        checked={available}
        onCheckedChange={(checked) => save.mutate(checked)}
      />
    </div>
  );
}
