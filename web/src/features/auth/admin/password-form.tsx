import { type FormEvent, useState } from "react";
import { useChangePassword } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import { HiddenUsername, newPasswordHint, PasswordField } from "@/ui/admin/password-field";
import { toast } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";

const nothing = { current: "", next: "" };

interface PasswordFormProps {
  username: string;
  /** Says which password the current one is. */
  currentHint?: string;
}

/** Changes the own password. */
export function PasswordForm({ username, currentHint }: PasswordFormProps) {
  const [values, setValues] = useState(nothing);
  const change = useChangePassword();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    change.mutate(values, {
      onSuccess: () => {
        setValues(nothing);
        toast({ title: "Password changed", description: "Your other sessions have ended." });
      },
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <HiddenUsername username={username} />
      <PasswordField
        label="Current password"
        hint={currentHint}
        autoComplete="current-password"
        value={values.current}
        onChange={(current) => setValues({ ...values, current })}
      />
      <PasswordField
        label="New password"
        hint={newPasswordHint}
        autoComplete="new-password"
        value={values.next}
        onChange={(next) => setValues({ ...values, next })}
      />
      {change.error && (
        <p role="alert" className="font-semibold text-bad text-compact">
          {errorText(change.error, change.error.message)}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="small"
        className="justify-self-start"
        disabled={change.isPending}
      >
        {change.isPending ? "Changing..." : "Change Password"}
      </Button>
    </form>
  );
}
