import { useQueryClient } from "@tanstack/react-query";
import { CircleHelp, LockKeyhole } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { authKeys } from "@/api/admin/auth";
import { useAccountLink } from "@/features/auth/admin/account-link";
import { ChoosePassword } from "@/features/auth/admin/choose-password";
import { LimitedNote } from "@/features/auth/admin/limited-note";
import { LoginForm } from "@/features/auth/admin/login-form";
import { LoginHelp } from "@/features/auth/admin/login-help";
import { PasskeySignIn } from "@/features/auth/admin/passkey-sign-in";
import { Head } from "@/layout/head";
import { toast } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";

/** What the dashboard hands over when it sends somebody to the login, in the history. */
export interface LoginState {
  /** The query of the dashboard that was asked for. */
  returnTo: string;
  /** Whether the session could not be checked. */
  unreachable: boolean;
}

export function Login() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const link = useAccountLink();
  const [username, setUsername] = useState("");
  const [limited, setLimited] = useState(false);
  const from = useHistoryState<LoginState | null>();
  const openDashboard = () => {
    // The cached "nobody is signed in" must not reach the dashboard.
    queryClient.removeQueries({ queryKey: authKeys.user });
    // Replaces the login in the history: going back to it would leave the back office without a
    // confirmation.
    navigate(`/admin${from?.returnTo ?? ""}`, { replace: true });
  };
  const enter = () => {
    toast({ title: "Login successful", description: "Welcome back!" });
    openDashboard();
  };
  const onChosen = (chosen: string) => {
    // The link is used up, and must not stay in the history.
    history.replaceState(history.state, "", "/login");
    window.dispatchEvent(new HashChangeEvent("hashchange"));
    setUsername(chosen);
    toast({ title: "Password saved", description: "You can log in with it now." });
  };
  return (
    <>
      <Head title="Admin Login" description="Sign-in for the site's administrators." noindex />
      <div className="wrap grid min-h-[75vh] content-start justify-items-center py-12">
        <div className="w-full max-w-md rounded-3xl border border-line bg-surface p-6 sm:p-9">
          <LockKeyhole className="size-9 text-primary" strokeWidth={1.75} aria-hidden="true" />
          {link ? (
            <>
              <h1 className="mt-4 text-title">
                {link.kind === "invitation" ? "Welcome" : "New password"}
              </h1>
              <p className="mt-2 mb-7 text-soft">
                {link.kind === "invitation"
                  ? "Choose how you sign in from now on."
                  : "Choose a new password for your account."}
              </p>
              <ChoosePassword key={link.token} link={link} onDone={onChosen} />
            </>
          ) : (
            <>
              <h1 className="mt-4 text-title">Admin Login</h1>
              <p className="mt-2 text-soft">Enter your credentials to access the admin portal</p>
              <Credentials />
              {from?.unreachable && <ServerUnreachable onRetry={openDashboard} />}
              <LoginForm
                key={username}
                username={username}
                onSuccess={enter}
                onLimited={() => setLimited(true)}
              />
              {limited && <LimitedNote />}
              <PasskeySignIn onSuccess={enter} />
              <LoginHelp onRecovered={openDashboard} />
            </>
          )}
          <p className="mt-7 border-t border-line pt-5 text-center text-compact text-soft">
            Admin access is restricted to authorized personnel only.
          </p>
        </div>
      </div>
    </>
  );
}

/** What the specified sentence means. Plain HTML, because the page is rendered on the server. */
function Credentials() {
  return (
    <details className="mb-5 text-compact text-soft">
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5">
        <CircleHelp className="size-4" aria-hidden="true" />
        What are credentials?
      </summary>
      Credentials are what you sign in with: the username and the password of your account. A
      passkey is your fingerprint, face or screen lock in their place. The admin portal is where the
      site is edited; visitors never need it.
    </details>
  );
}

/** So that nobody thinks that they were signed out. */
function ServerUnreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-sunken p-4"
    >
      <p className="min-w-0 flex-1 basis-48">
        The server could not be reached. You may still be signed in.
      </p>
      <Button variant="outline" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
