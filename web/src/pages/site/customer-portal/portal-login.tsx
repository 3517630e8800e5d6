import { type FormEvent, useRef, useState } from "react";
import { type PortalLoginErrors, validatePortalLogin } from "@/lib/portal-login";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Field } from "@/ui/field";
import { PlaceholderLink } from "@/ui/placeholder-link";

const notYet = "Portal login will be integrated later.";

/**
 * The portal's login form. There is nothing behind it yet. Its fields carry no
 * names, so that a browser without JavaScript cannot send a password either.
 */
export function PortalLogin() {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(false);
  const [errors, setErrors] = useState<PortalLoginErrors>({});
  const [answer, setAnswer] = useState("");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validatePortalLogin({ email, password });
    setErrors(found);
    setAnswer("");
    if (found.email || found.password) {
      form.current
        ?.querySelector<HTMLInputElement>(found.email ? "[type=email]" : "[type=password]")
        ?.focus();
      return;
    }
    // biome-ignore lint/suspicious/noConsole: all that a submission does for now
    console.log("Portal login", { email, rememberMe });
    setAnswer(notYet);
    window.alert(notYet);
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className="mt-6 grid gap-5">
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={errors.email}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <Checkbox
          label="Remember me"
          checked={rememberMe}
          onChange={(event) => setRememberMe(event.target.checked)}
        />
        <PlaceholderLink className="inline-flex min-h-11 items-center text-soft underline underline-offset-4">
          Forgot password?
        </PlaceholderLink>
      </div>
      <Button type="submit" variant="primary" size="large" wide>
        Log in
      </Button>
      <p role="status" className="min-h-[1.6em] font-semibold">
        {answer}
      </p>
    </form>
  );
}
