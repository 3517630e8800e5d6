import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Account, accountQuery, usePostponeSetup, useSaveName } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import { TextField } from "@/ui/admin/text-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { AddPasskey } from "./passkeys-section";
import { PasswordForm } from "./password-form";

/**
 * Asks whoever signs in with the generated password for a name and a password or passkey of their
 * own, until they have one or postpone it.
 */
export function SetupPrompt() {
  const { data: account } = useQuery(accountQuery);
  const asking = account?.setupDue && !account.setupPostponed;
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && account?.setupDue === false) {
      // The card is gone, and with it what its forms would say.
      toast({
        title: "Account set up",
        description: "You find everything about it under your name.",
      });
    }
    wasAsking.current = asking === true;
  }, [asking, account?.setupDue]);
  return asking ? <SetupCard account={account} /> : null;
}

function SetupCard({ account }: { account: Account }) {
  const [name, setName] = useState(account.fullName);
  const saveName = useSaveName();
  const postpone = usePostponeSetup();
  const failed = (error: Error) => toastError("Save failed", errorText(error, error.message));
  // Saved when the field is left: the card goes as soon as there is a password or passkey.
  const keepName = () => {
    if (name.trim() !== account.fullName) saveName.mutate(name, { onError: failed });
  };
  const later = () => postpone.mutate(undefined, { onError: failed });
  return (
    <section
      aria-labelledby="account-setup"
      className="mb-5 rounded-2xl border-2 border-glow bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="account-setup" className="text-xl">
            Make this account yours
          </h2>
          <p className="mt-1 text-sm text-soft">
            You are logged in with the password that was generated for you.
          </p>
        </div>
        <Button variant="outline" size="small" disabled={postpone.isPending} onClick={later}>
          Later
        </Button>
      </div>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-3">
        <TextField
          label="Your name"
          hint="Visitors see it when you answer them in the chat."
          autoComplete="name"
          maxLength={300}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onBlur={keepName}
        />
        {account.passkeysAvailable && (
          <section className="grid gap-3 rounded-xl border border-line p-4">
            <h3 className="text-lg">Use a passkey</h3>
            <p className="text-sm text-soft">
              Log in with your fingerprint, face or the lock of your device. Keep the generated
              password for a new device.
            </p>
            <AddPasskey />
          </section>
        )}
        <section className="grid gap-3 rounded-xl border border-line p-4">
          <h3 className="text-lg">
            {account.passkeysAvailable ? "Or choose a password" : "Choose a password"}
          </h3>
          <PasswordForm username={account.username} currentHint="The generated one." />
        </section>
      </div>
    </section>
  );
}
