import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { onExpiredSession } from "@/api/admin-client";
import { authKeys } from "@/api/auth";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { LoginForm } from "./login-form";

/** Asks for a new sign-in, in front of whatever is open, when the session has expired. */
export function SignInAgain({ username }: { username: string }) {
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState<((signedIn: boolean) => void)[]>([]);

  useEffect(
    () => onExpiredSession(() => new Promise((resolve) => setWaiting((all) => [...all, resolve]))),
    [],
  );

  if (waiting.length === 0) return null;
  const answer = (signedIn: boolean) => {
    setWaiting([]);
    for (const resolve of waiting) resolve(signedIn);
  };
  return (
    <Dialog
      title="Sign in again"
      description="Your session has expired. Nothing that you typed is lost: sign in, and the work goes on where it stopped."
      onClose={() => answer(false)}
    >
      <DialogBody>
        <LoginForm
          username={username}
          onSuccess={() => {
            void queryClient.invalidateQueries({ queryKey: authKeys.user });
            answer(true);
          }}
        />
      </DialogBody>
    </Dialog>
  );
}
