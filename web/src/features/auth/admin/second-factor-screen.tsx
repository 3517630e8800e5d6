import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { accountQuery } from "@/api/admin/account";
import { authKeys, prove } from "@/api/admin/auth";
import { errorText } from "@/api/admin/client";
import { passkeysQuery, signWithPasskey } from "@/api/admin/passkeys";
import { QueryError } from "@/ui/admin/query-error";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Spinner } from "@/ui/spinner";
import { PasskeyButton } from "./passkey-button";
import { PasskeysSection } from "./passkeys-section";
import { TotpSection } from "./totp-section";

/**
 * Shown instead of the dashboard to an administrator who has logged in with the password alone while
 * a second factor is required: adds one, or uses the one that there is.
 */
export function SecondFactorScreen({ logout }: { logout: ReactNode }) {
  const queryClient = useQueryClient();
  const account = useQuery(accountQuery);
  const passkeys = useQuery(passkeysQuery);
  const hadFactor = useRef<boolean>(undefined);
  const proceed = () => void queryClient.refetchQueries({ queryKey: authKeys.user });
  const failed = account.error ?? passkeys.error;
  let body = <Spinner label="Loading your account..." />;
  if (failed) {
    const retry = () => {
      void account.refetch();
      void passkeys.refetch();
    };
    body = <QueryError what="your account" error={failed} onRetry={retry} />;
  } else if (account.data && passkeys.data) {
    const { hasTotp, passkeysAvailable } = account.data;
    const hasFactor = hasTotp || passkeys.data.length > 0;
    hadFactor.current ??= hasFactor;
    body = hadFactor.current ? (
      <div className="p-4 sm:p-5">
        <p className="mb-4">You logged in with your password alone. Show your second factor too.</p>
        <CodeForm onShown={proceed} />
        {passkeysAvailable && passkeys.data.length > 0 && (
          <PasskeyButton
            label="Use a passkey"
            failure="Not confirmed"
            action={async () => prove({ passkey: await signWithPasskey() })}
            onSuccess={proceed}
          />
        )}
      </div>
    ) : (
      <>
        <PasskeysSection available={passkeysAvailable} />
        <TotpSection active={hasTotp} />
        {hasFactor && (
          <div className="p-4 sm:p-5">
            <Button variant="primary" fullWidth onClick={proceed}>
              Continue to the Dashboard
            </Button>
          </div>
        )}
      </>
    );
  }
  return (
    <main tabIndex={-1} className="wrap max-w-xl grow py-8 outline-none">
      <h1 className="sr-only">Admin Dashboard</h1>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-3xl">A second factor is required</h2>
        {logout}
      </div>
      <p className="mt-2 text-soft">
        Administrators of this site need more than a password. It takes a minute, once.
      </p>
      <div className="mt-6 divide-y divide-line rounded-xl border border-line bg-surface">
        {body}
      </div>
    </main>
  );
}

/** Shows a code of the authenticator app, or a recovery code where the device is lost. */
function CodeForm({ onShown }: { onShown: () => void }) {
  const code = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: prove,
    onSuccess: onShown,
    onError: (failure) => {
      setError(errorText(failure, failure.message));
      code.current?.focus();
      code.current?.select();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.current?.value.trim() ?? "";
    if (typed === "") setError("Code is required");
    else if (!isPending) mutate({ code: typed });
  };
  return (
    <form noValidate aria-busy={isPending} className="grid gap-4" onSubmit={submit}>
      <Field
        ref={code}
        label="Code of your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" variant="primary" fullWidth disabled={isPending}>
        {isPending ? "Confirming..." : "Confirm"}
      </Button>
    </form>
  );
}
