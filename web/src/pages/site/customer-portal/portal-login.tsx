import { type FormEvent, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { PlaceholderLink } from "@/ui/placeholder-link";
import { type PortalLoginErrors, validatePortalLogin } from "./validate-login";

const notAvailableText = "Portal login will be integrated later.";

/**
 * The portal's login form, which is not connected to anything yet. The fields have no name
 * attributes, so that a form submitted without JavaScript contains no password. They are
 * uncontrolled, so that text typed before hydration is kept.
 */
export function PortalLogin() {
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const rememberField = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<PortalLoginErrors>({});
  const [status, setStatus] = useState("");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = emailField.current?.value ?? "";
    const password = passwordField.current?.value ?? "";
    const rememberMe = rememberField.current?.checked ?? false;
    const found = validatePortalLogin({ email, password });
    setErrors(found);
    setStatus("");
    if (found.email || found.password) {
      (found.email ? emailField : passwordField).current?.focus();
      return;
    }
    // biome-ignore lint/suspicious/noConsole: the specified behaviour until the portal is connected
    console.log("Portal login", { email, rememberMe });
    setStatus(notAvailableText);
    window.alert(notAvailableText);
  };

  return (
    <form onSubmit={submit} noValidate className="mt-6 grid gap-5">
      <Field
        ref={emailField}
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email}
      />
      <Field
        ref={passwordField}
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Checkbox ref={rememberField} label="Remember me" />
        <PlaceholderLink className="inline-flex min-h-11 items-center text-soft underline underline-offset-4">
          Forgot password?
        </PlaceholderLink>
      </div>
      <Button type="submit" variant="primary" size="large" fullWidth>
        Log in
      </Button>
      <p role="status" className="min-h-[1.6em] font-semibold">
        {status}
      </p>
    </form>
  );
}
