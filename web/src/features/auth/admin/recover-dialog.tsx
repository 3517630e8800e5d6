import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { recoverPassword } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import { FormDialog } from "@/ui/admin/form-dialog";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { toast } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { newPasswordHint, PasswordField } from "./password-field";

const nothing = { username: "", code: "", password: "" };

interface RecoverDialogProps {
  /** Called when the password is changed, which signs in too. */
  onRecovered: () => void;
  onClose: () => void;
}

/** For people who have forgotten their password and have recovery codes. */
export function RecoverDialog(props: RecoverDialogProps) {
  return (
    <TooltipProvider>
      <RecoveryForm {...props} />
    </TooltipProvider>
  );
}

function RecoveryForm({ onRecovered, onClose }: RecoverDialogProps) {
  const [values, setValues] = useState(nothing);
  const { mutate, isPending, error } = useMutation({
    mutationFn: recoverPassword,
    onSuccess: ({ message }) => {
      toast({ title: "Password changed", description: message });
      onClose();
      onRecovered();
    },
  });
  const input = (name: keyof typeof nothing) => ({
    required: true,
    autoCapitalize: "none",
    spellCheck: false,
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setValues({ ...values, [name]: target.value }),
  });
  return (
    <FormDialog
      title="Choose a new password"
      description="You need one of the recovery codes of your account. It works once, and logs you in."
      submitLabel="Change Password"
      pendingLabel="Changing..."
      pending={isPending}
      error={error ? errorText(error, error.message) : undefined}
      onSubmit={() => mutate(values)}
      onClose={onClose}
    >
      <FormField label="Username">
        {(control) => <Input {...control} {...input("username")} autoComplete="username" />}
      </FormField>
      <FormField label="Recovery code">
        {(control) => <Input {...control} {...input("code")} autoComplete="off" />}
      </FormField>
      <PasswordField
        label="New password"
        hint={newPasswordHint}
        autoComplete="new-password"
        value={values.password}
        onChange={(password) => setValues({ ...values, password })}
      />
    </FormDialog>
  );
}
