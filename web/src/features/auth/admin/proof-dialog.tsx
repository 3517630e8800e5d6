import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { prove } from "@/api/admin/auth";
import { errorText, onProofRequired } from "@/api/admin/client";
import { signWithPasskey } from "@/api/admin/passkeys";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { HiddenUsername, PasswordBox } from "@/ui/admin/password-field";
import { Button } from "@/ui/button";
import { PasskeyButton } from "./passkey-button";
import { useWaiting } from "./use-waiting";

/** A dialog above everything else that asks who is there before a sensitive action. */
export function ProofDialog({ username }: { username: string }) {
  const { isWaiting, settle } = useWaiting(onProofRequired);
  if (!isWaiting) return null;
  return (
    <Dialog
      title="Confirm that it is you"
      description="This action needs your password or a passkey again. Then it goes on by itself."
      onClose={() => settle(false)}
    >
      <DialogBody>
        <ProofForm username={username} onProved={() => settle(true)} />
        <PasskeyButton
          label="Use a passkey"
          failure="Not confirmed"
          action={async () => prove({ passkey: await signWithPasskey() })}
          onSuccess={() => settle(true)}
        />
      </DialogBody>
    </Dialog>
  );
}

interface ProofFormProps {
  username: string;
  onProved: () => void;
}

function ProofForm({ username, onProved }: ProofFormProps) {
  const password = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: prove,
    onSuccess: onProved,
    onError: (failure) => {
      setError(errorText(failure, failure.message));
      password.current?.focus();
      password.current?.select();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const typed = password.current?.value ?? "";
    if (typed === "") setError("Password is required");
    else if (!isPending) mutate({ password: typed });
  };
  return (
    <form noValidate aria-busy={isPending} className="grid gap-5" onSubmit={submit}>
      <HiddenUsername username={username} />
      <PasswordBox
        ref={password}
        label="Password"
        autoComplete="current-password"
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" variant="primary" fullWidth disabled={isPending}>
        {isPending ? "Confirming..." : "Confirm"}
      </Button>
    </form>
  );
}
