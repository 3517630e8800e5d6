import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Account, accountQuery, usePostponeSetup, useSaveName } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import { Dialog, DialogBody, DialogFooter } from "@/ui/admin/dialog";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { toast, toastError } from "@/ui/admin/toasts";
import { usePanel } from "@/ui/admin/use-panel";
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
      // The dialog is gone, and with it what its forms would say.
      toast({
        title: "Account set up",
        description: "You find everything about it under your name.",
      });
    }
    wasAsking.current = asking === true;
  }, [asking, account?.setupDue]);
  const { panel } = usePanel();
  // One thing at a time: a panel that is open covers the dashboard already.
  if (!asking || panel) return null;
  return <SetupDialog account={account} />;
}

function SetupDialog({ account }: { account: Account }) {
  const [name, setName] = useState(account.fullName);
  const saveName = useSaveName();
  const postpone = usePostponeSetup();
  const failed = (error: Error) => toastError("Save failed", errorText(error, error.message));
  // Saved when the field is left: the dialog closes as soon as there is a password or passkey.
  const keepName = () => {
    if (name.trim() !== account.fullName) saveName.mutate(name, { onError: failed });
  };
  const later = () => postpone.mutate(undefined, { onError: failed });
  return (
    <Dialog
      title="Make this account yours"
      description="You are logged in with the password that was generated for you."
      onClose={later}
    >
      <DialogBody>
        <div className="grid gap-6">
          <FormField label="Your name" hint="Visitors see it when you answer them in the chat.">
            {(control) => (
              <Input
                {...control}
                autoComplete="name"
                maxLength={300}
                value={name}
                onChange={({ target }) => setName(target.value)}
                onBlur={keepName}
              />
            )}
          </FormField>
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
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" size="small" disabled={postpone.isPending} onClick={later}>
          Later
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
