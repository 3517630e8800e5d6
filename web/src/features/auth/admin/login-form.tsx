import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { login, type User } from "@/api/admin/auth";
import { errorText } from "@/api/admin/client";
import { ApiError } from "@/api/client";
import { PasswordBox } from "@/ui/admin/password-field";
import { useSaveShortcut } from "@/ui/admin/save-shortcut";
import { ToastSlot } from "@/ui/admin/toast-slot";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";

const wrongCredentials = "Invalid username or password";
const unknownFailure = "An error occurred. Please try again.";

interface LoginFormProps {
  /** The initial username; if given, the password field gets the focus. */
  username?: string;
  onSuccess: (user: User | undefined) => void;
  /** Called when the server accepts no more passwords for a while. */
  onLimited?: () => void;
}

/**
 * Signs in with username and password. The fields have no name attributes, so that a form submitted
 * without JavaScript contains no password.
 */
export function LoginForm({ username = "", onSuccess, onLimited }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState({ username: false, password: false });
  const [codeNeeded, setCodeNeeded] = useState(false);
  useSaveShortcut(form);
  useEffect(() => {
    if (username === "") return;
    // Deferred, because an opening dialog focuses its first field.
    const timer = setTimeout(() => password.current?.focus());
    return () => clearTimeout(timer);
  }, [username]);
  const signIn = useMutation({
    mutationFn: (values: { username: string; password: string; code: string | undefined }) =>
      login(values.username, values.password, values.code),
    onSuccess: (response) => {
      if (response.success) onSuccess(response.user);
      else toastError("Login failed", response.message || wrongCredentials);
    },
    onError: (error, { code: typed }) => {
      if (error instanceof ApiError && error.body.code === "code_required") {
        setCodeNeeded(true);
        // The field is there after the next render.
        setTimeout(() => {
          code.current?.focus();
          code.current?.select();
        });
        if (!typed) return;
      }
      const answered = error instanceof ApiError && error.isEnvelope;
      if (answered && error.status === 429) onLimited?.();
      toastError("Login failed", answered ? errorText(error, wrongCredentials) : unknownFailure);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (signIn.isPending) return;
    const values = {
      username: name.current?.value ?? "",
      password: password.current?.value ?? "",
      code: code.current?.value,
    };
    setMissing({ username: !values.username, password: !values.password });
    if (!values.username) name.current?.focus();
    else if (!values.password) password.current?.focus();
    else signIn.mutate(values);
  };

  return (
    <form
      ref={form}
      noValidate
      aria-busy={signIn.isPending}
      className="grid gap-5"
      onSubmit={submit}
    >
      <Field
        ref={name}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={username}
        error={missing.username ? "Username is required" : undefined}
        onChange={() => setMissing({ ...missing, username: false })}
      />
      <PasswordBox
        ref={password}
        label="Password"
        autoComplete="current-password"
        error={missing.password ? "Password is required" : undefined}
        onChange={() => setMissing({ ...missing, password: false })}
      />
      {codeNeeded && (
        <div>
          <Field
            ref={code}
            label="Authentication code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p className="mt-1.5 text-compact text-soft">
            Enter the six digits that your authenticator app shows, or one of your recovery codes.
          </p>
        </div>
      )}
      <div>
        <ToastSlot className="has-[.toast]:-mt-3 data-room:-mt-3" />
        <Button type="submit" variant="primary" fullWidth disabled={signIn.isPending}>
          {signIn.isPending ? "Logging in..." : "Log in"}
        </Button>
      </div>
    </form>
  );
}
