import { useQuery } from "@tanstack/react-query";
import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/admin/client";
import {
  isCancelled,
  type Passkey,
  passkeysQuery,
  useAddPasskey,
  useRemovePasskey,
  useRenamePasskey,
} from "@/api/admin/passkeys";
import { useTime } from "@/domain/admin/times";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { FormDialog } from "@/ui/admin/form-dialog";
import { IconButton } from "@/ui/admin/icon-button";
import { QueryError } from "@/ui/admin/query-error";
import { TextField } from "@/ui/admin/text-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { AccountSection } from "./account-section";

export function PasskeysSection({ available }: { available: boolean }) {
  return (
    <AccountSection
      title="Passkeys"
      description="Log in with your fingerprint, face or the lock of your device instead of a password. This is the safest way."
    >
      {available ? (
        <>
          <PasskeyList />
          <AddPasskey />
        </>
      ) : (
        <p className="text-sm">
          Passkeys need a site with a host name. This one runs at an IP address.
        </p>
      )}
    </AccountSection>
  );
}

function PasskeyList() {
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery);
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const remove = useRemovePasskey();
  const time = useTime();
  if (error) return <QueryError what="your passkeys" error={error} onRetry={refetch} />;
  if (!passkeys) return <Spinner label="Loading passkeys..." />;
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="grid gap-2">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex items-center gap-1 rounded-xl border border-line py-2 pr-2 pl-4"
            >
              <div className="min-w-0 flex-1">
                <p className="break-words font-semibold">{passkey.name}</p>
                <p className="text-sm text-soft">
                  {passkey.usedAt
                    ? `Last used ${time(passkey.usedAt)}`
                    : `Added ${time(passkey.addedAt)}`}
                </p>
              </div>
              <IconButton
                label={`Rename ${passkey.name}`}
                icon={<Pencil aria-hidden />}
                onClick={() => setRenaming(passkey)}
              />
              <IconButton
                label={`Remove ${passkey.name}`}
                icon={<Trash2 aria-hidden />}
                onClick={() => setRemoving(passkey)}
              />
            </li>
          ))}
        </ul>
      )}
      {renaming && <RenameDialog passkey={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && (
        <AlertDialog
          title={`Remove ${removing.name}?`}
          confirmLabel="Remove Passkey"
          pending={remove.isPending}
          onCancel={() => setRemoving(undefined)}
          onConfirm={() =>
            remove.mutate(removing.id, {
              onSuccess: () => toast({ title: "Passkey removed" }),
              onError: (failure) => toastError("Not removed", errorText(failure, failure.message)),
              onSettled: () => setRemoving(undefined),
            })
          }
        >
          Nobody can log in with it any more. Delete it on the device too.
        </AlertDialog>
      )}
    </>
  );
}

/** Adds a passkey. Its name is suggested by the device, and can be changed later. */
export function AddPasskey() {
  const add = useAddPasskey();
  return (
    <Button
      variant="outline"
      size="small"
      className="justify-self-start"
      disabled={add.isPending}
      onClick={() =>
        add.mutate(deviceName(), {
          onSuccess: () => toast({ title: "Passkey added" }),
          onError: (error) => {
            if (isCancelled(error)) toastError("Not added", "No passkey was made.");
            else if (error.name === "InvalidStateError")
              toastError("Not added", "This device has a passkey for your account already.");
            else toastError("Not added", errorText(error, error.message));
          },
        })
      }
    >
      <KeyRound aria-hidden className="size-5" />
      {add.isPending ? "Waiting for the passkey..." : "Add Passkey"}
    </Button>
  );
}

/** A name for a passkey that is made here. */
function deviceName(): string {
  const systems = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"];
  const system = systems.find((name) => navigator.userAgent.includes(name));
  return system ? `Passkey on ${system}` : "Passkey";
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useRenamePasskey();
  return (
    <FormDialog
      title="Rename passkey"
      submitLabel="Save Name"
      pendingLabel="Saving..."
      pending={rename.isPending}
      error={rename.error ? errorText(rename.error, rename.error.message) : undefined}
      onSubmit={() => rename.mutate({ id: passkey.id, name }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
