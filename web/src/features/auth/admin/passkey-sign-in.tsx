import type { User } from "@/api/admin/auth";
import { loginByPasskey } from "@/api/admin/passkeys";
import { PasskeyButton } from "./passkey-button";

/** Signs in with a passkey. */
export function PasskeySignIn({ onSuccess }: { onSuccess: (user: User | undefined) => void }) {
  return (
    <PasskeyButton
      label="Sign in with a passkey"
      failure="Login failed"
      action={loginByPasskey}
      onSuccess={({ user }) => onSuccess(user)}
    />
  );
}
