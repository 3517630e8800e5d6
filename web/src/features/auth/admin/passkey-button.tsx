import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { errorText } from "@/api/admin/client";
import { isCancelled } from "@/api/admin/passkeys";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";

interface PasskeyButtonProps<Result> {
  label: string;
  /** The title of the notification if it fails. */
  failure: string;
  /** Uses a passkey. */
  action: () => Promise<Result>;
  onSuccess: (result: Result) => void;
}

/** A button that uses a passkey, with a line that separates it from the form above. */
export function PasskeyButton<Result>({
  label,
  failure,
  action,
  onSuccess,
}: PasskeyButtonProps<Result>) {
  const { mutate, isPending } = useMutation({
    mutationFn: action,
    onSuccess,
    onError: (error) =>
      toastError(
        failure,
        isCancelled(error)
          ? "No passkey was used. Try again, or use your password."
          : errorText(error, error.message),
      ),
  });
  return (
    <>
      <p className="my-4 flex items-center gap-3 text-compact text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button variant="outline" fullWidth disabled={isPending} onClick={() => mutate()}>
        <KeyRound aria-hidden className="size-5" />
        {isPending ? "Waiting for the passkey..." : label}
      </Button>
    </>
  );
}
