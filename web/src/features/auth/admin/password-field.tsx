import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";

/** What a new password should be like. */
export const newPasswordHint = "At least 8 characters. A short sentence is a good one.";

interface PasswordFieldProps {
  label: string;
  hint?: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange: (value: string) => void;
}

/** A password in a form of the back office. */
export function PasswordField({ label, hint, autoComplete, value, onChange }: PasswordFieldProps) {
  return (
    <FormField label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete={autoComplete}
          required
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}

/** Not shown. Password managers look for the name that a password belongs to. */
export function HiddenUsername({ username }: { username: string }) {
  return <input type="text" autoComplete="username" value={username} readOnly hidden />;
}
