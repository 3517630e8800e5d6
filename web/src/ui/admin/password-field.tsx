import { type ComponentProps, type ReactNode, useState } from "react";
import { FormField } from "./form-field";
import { Input } from "./input";

/** What a new password should be like. */
export const newPasswordHint = "At least 8 characters. A short sentence is a good one.";

interface PasswordBoxProps extends Omit<ComponentProps<"input">, "type"> {
  label: string;
  hint?: ReactNode;
  error?: string;
}

/** A password that can be shown, so that nobody has to type it twice. */
export function PasswordBox({ label, hint, error, ...props }: PasswordBoxProps) {
  const [shown, setShown] = useState(false);
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => (
        <span className="relative block">
          <Input
            {...control}
            {...props}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            spellCheck={false}
            className="min-h-12 pr-20"
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 min-w-16 rounded-lg px-3 font-semibold text-primary text-sm"
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
          </button>
        </span>
      )}
    </FormField>
  );
}

interface PasswordFieldProps {
  label: string;
  hint?: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange: (value: string) => void;
}

/** A required password whose value the form holds. */
export function PasswordField({ onChange, ...props }: PasswordFieldProps) {
  return <PasswordBox {...props} required onChange={({ target }) => onChange(target.value)} />;
}

/** Not shown. Password managers look for the name that a password belongs to. */
export function HiddenUsername({ username }: { username: string }) {
  return <input type="text" autoComplete="username" value={username} readOnly hidden />;
}
