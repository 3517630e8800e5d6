import { useQuery } from "@tanstack/react-query";
import { accountQuery } from "@/api/admin/account";
import { passkeysQuery } from "@/api/admin/passkeys";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { QueryError } from "@/ui/admin/query-error";
import { Spinner } from "@/ui/spinner";
import { NameSection } from "./name-section";
import { PasskeysSection } from "./passkeys-section";
import { PasswordSection } from "./password-section";
import { RecoverySection } from "./recovery-section";
import { SessionsSection } from "./sessions-section";
import { TotpSection } from "./totp-section";

/** The own account: name, password, passkeys, authenticator app, recovery codes, sessions. */
export function AccountSheet() {
  const { data: account, error, refetch } = useQuery(accountQuery);
  // The list of passkeys comes with the rest: coming later, it would move the buttons below it, and a
  // press that had begun on one of them would be lost.
  const { isFetched } = useQuery(passkeysQuery);
  const loading = !account || !isFetched;
  return (
    <PanelSheet
      title="Account"
      help="How you sign in. A passkey is your fingerprint, face or screen lock in place of a password; an authenticator app adds a code of six digits to it. Print recovery codes: each lets you in once if you lose your phone or forget your password."
    >
      <div className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
        {loading && !error && <Spinner label="Loading your account..." />}
        {error && <QueryError what="your account" error={error} onRetry={refetch} />}
        {!loading && (
          <>
            <NameSection account={account} />
            <PasswordSection username={account.username} />
            <PasskeysSection available={account.passkeysAvailable} />
            <TotpSection active={account.hasTotp} />
            <RecoverySection left={account.recoveryCodesLeft} />
            <SessionsSection />
          </>
        )}
      </div>
    </PanelSheet>
  );
}
