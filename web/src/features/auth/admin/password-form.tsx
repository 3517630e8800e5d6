import { type FormEvent, useState } from "react";
import { useChangePassword } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { toast } from "@/ui/admin/toasts";
import { useUnsavedChanges } from "@/ui/admin/unsaved-changes";
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
  useUnsavedChanges(values.current !== "" || values.next !== "");
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
      {/* Password managers look for the name that a password belongs to. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <FormField label="Current password" hint={currentHint}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            required
            value={values.current}
            onChange={({ target }) => setValues({ ...values, current: target.value })}
          />
        )}
      </FormField>
      <FormField label="New password" hint="At least 8 characters. A short sentence is a good one.">
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            required
            value={values.next}
            onChange={({ target }) => setValues({ ...values, next: target.value })}
          />
        )}
      </FormField>
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
