import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { recoverPassword } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import { FormDialog } from "@/ui/admin/form-dialog";
import { newPasswordHint, PasswordField } from "@/ui/admin/password-field";
import { TextField } from "@/ui/admin/text-field";
import { toast } from "@/ui/admin/toasts";
import { TooltipProvider } from "@/ui/admin/tooltip";

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
      <TextField label="Username" {...input("username")} autoComplete="username" />
      <TextField label="Recovery code" {...input("code")} autoComplete="off" />
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
