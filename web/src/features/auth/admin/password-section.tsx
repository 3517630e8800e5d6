import { AccountSection } from "./account-section";
import { PasswordForm } from "./password-form";

export function PasswordSection({ username }: { username: string }) {
  return (
    <AccountSection
      title="Password"
      description="A new password ends your sessions on other devices."
    >
      <PasswordForm username={username} />
    </AccountSection>
  );
}
