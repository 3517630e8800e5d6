import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { beginTotp, useConfirmTotp, useRemoveTotp } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import type { Schema } from "@/api/client";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { Badge } from "@/ui/admin/badge";
import { CopyButton } from "@/ui/admin/copy-button";
import { FormDialog } from "@/ui/admin/form-dialog";
import { TextField } from "@/ui/admin/text-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button, buttonClass } from "@/ui/button";
import { AccountSection } from "./account-section";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

export function TotpSection({ active }: { active: boolean }) {
  const [codes, setCodes] = useState<string[]>([]);
  return (
    <AccountSection
      title="Authenticator app"
      status={active ? <Badge variant="success">On</Badge> : <Badge>Off</Badge>}
      description="With your password you then also enter a code that an app on your phone shows."
    >
      {active ? <RemoveTotp /> : <AddTotp onCodes={setCodes} />}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
    </AccountSection>
  );
}

function AddTotp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [app, setApp] = useState<Schema<"NewTOTP">>();
  const begin = useMutation({
    mutationFn: beginTotp,
    onSuccess: setApp,
    onError: (error) => toastError("Not added", errorText(error, error.message)),
  });
  return (
    <>
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        disabled={begin.isPending}
        onClick={() => begin.mutate()}
      >
        Add Authenticator App
      </Button>
      {app && <ConfirmDialog app={app} onCodes={onCodes} onClose={() => setApp(undefined)} />}
    </>
  );
}

interface ConfirmDialogProps {
  app: Schema<"NewTOTP">;
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

function ConfirmDialog({ app, onCodes, onClose }: ConfirmDialogProps) {
  const [code, setCode] = useState("");
  const confirm = useConfirmTotp();
  return (
    <FormDialog
      title="Add authenticator app"
      description="Scan the picture with the app, then enter the code that it shows."
      help="The key is a secret that only the app and this site know; the picture has the same one. Every half minute the app makes a new code of six digits from it, and the code proves that you have your phone with you."
      submitLabel="Add App"
      pendingLabel="Adding..."
      pending={confirm.isPending}
      error={confirm.error ? errorText(confirm.error, confirm.error.message) : undefined}
      onSubmit={() =>
        confirm.mutate(code, {
          onSuccess: ({ data }) => {
            toast({ title: "Authenticator app added" });
            onClose();
            onCodes((data as Schema<"RecoveryCodes">).codes);
          },
        })
      }
      onClose={onClose}
    >
      <img
        src={`data:image/svg+xml,${encodeURIComponent(app.qr)}`}
        alt="QR code for the authenticator app"
        className="mx-auto size-52 rounded-lg"
      />
      <div>
        <p className="text-sm text-soft">Or type this key into the app:</p>
        <p className="mt-1 wrap-anywhere rounded-lg bg-sunken p-3 font-mono text-sm">
          {app.secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </p>
        {/* A phone cannot scan its own screen. */}
        <p className="mt-3 mb-2 text-sm text-soft">Is the app on this device?</p>
        <div className="flex flex-wrap gap-2">
          <a href={app.url} className={buttonClass({ variant: "outline", size: "small" })}>
            Open in app
          </a>
          <CopyButton label="Copy key" text={app.secret} what="key" />
        </div>
      </div>
      <TextField
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
    </FormDialog>
  );
}

function RemoveTotp() {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveTotp();
  return (
    <>
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        Remove Authenticator App
      </Button>
      {asking && (
        <AlertDialog
          title="Remove the authenticator app?"
          confirmLabel="Remove App"
          pending={remove.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            remove.mutate(undefined, {
              onSuccess: () => toast({ title: "Authenticator app removed" }),
              onError: (error) => toastError("Not removed", errorText(error, error.message)),
              onSettled: () => setAsking(false),
            })
          }
        >
          Your password alone then lets anybody in who knows it.
        </AlertDialog>
      )}
    </>
  );
}
