import { useQueryClient } from "@tanstack/react-query";
import { authKeys, type User } from "@/api/admin/auth";
import { onSessionExpired } from "@/api/admin/client";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { toastError } from "@/ui/admin/toasts";
import { LoginForm } from "./login-form";
import { PasskeySignIn } from "./passkey-sign-in";
import { useWaiting } from "./use-waiting";

/** A dialog above everything else that asks for a new sign-in when the session has expired. */
export function SignInAgain({ username }: { username: string }) {
  const queryClient = useQueryClient();
  const { isWaiting, settle } = useWaiting(onSessionExpired);
  if (!isWaiting) return null;
  const enter = (user: User | undefined) => {
    // Staff would be redirected to the site and lose what is open here.
    if (user && user.role !== "admin") {
      toastError(
        "Login failed",
        "This account may not edit the site. Please sign in as an administrator.",
      );
      return;
    }
    void queryClient.invalidateQueries({ queryKey: authKeys.user });
    settle(true);
  };
  return (
    <Dialog
      title="Sign in again"
      description="Your session has expired. Nothing that you typed is lost: sign in, and the work goes on where it stopped."
      onClose={() => settle(false)}
    >
      <DialogBody>
        <LoginForm username={username} onSuccess={enter} />
        <PasskeySignIn onSuccess={enter} />
      </DialogBody>
    </Dialog>
  );
}
