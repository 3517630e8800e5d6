import { errorText } from "@/api/admin/client";
import { useRequireSecondFactor } from "@/api/admin/people";
import { SwitchField } from "@/ui/admin/switch-field";
import { toast, toastError } from "@/ui/admin/toasts";

/** Whether administrators need more than a password. */
export function SecondFactorRule({ required }: { required: boolean }) {
  const change = useRequireSecondFactor();
  return (
    <div className="mt-6">
      <SwitchField
        label="Require a second factor"
        state={required ? "Yes" : "No"}
        checked={required}
        onCheckedChange={(next) => {
          if (change.isPending) return;
          change.mutate(next, {
            onSuccess: ({ message = "Rule changed" }) => toast({ title: message }),
            onError: (error) => toastError("Not changed", errorText(error, error.message)),
          });
        }}
      />
      <p className="mt-1 text-sm text-soft">
        Administrators then need a passkey or an authenticator app. Who has none is asked to add one
        before anything else.
      </p>
    </div>
  );
}
