import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { userQuery } from "@/api/admin/auth";
import { WorkingCopies } from "@/editing/copies/working-copies";
import { ProofDialog } from "@/features/auth/admin/proof-dialog";
import { SignInAgain } from "@/features/auth/admin/sign-in-again";
import { ImagePickerProvider } from "@/features/images/admin/image-picker";
import { useAppWorker } from "@/lib/admin/app-worker";
import { rememberSignIn } from "@/lib/signed-in";
import { lazyPart } from "@/ui/admin/lazy-part";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { Spinner } from "@/ui/spinner";
import { Dashboard } from "./dashboard";
import type { LoginState } from "./login";
import { LogoutButton } from "./logout-button";
import { OfflineNote } from "./offline";

const SecondFactorScreen = lazyPart(
  async () => (await import("@/features/auth/admin/second-factor-screen")).SecondFactorScreen,
);

/** Renders the dashboard for administrators and redirects everybody else. */
export function AdminGate() {
  const { data: user, isPending, isError } = useQuery(userQuery);
  const [, navigate] = useLocation();
  const [leaving, setLeaving] = useState(false);
  const isAdmin = user?.role === "admin";
  useAppWorker();

  const isSignedIn = !!user && !leaving;
  useEffect(() => {
    // From now on public pages show the staff bar.
    if (isSignedIn) rememberSignIn();
  }, [isSignedIn]);

  useEffect(() => {
    // The logout goes to the home page itself.
    if (isPending || isAdmin || leaving) return;
    // A notice of a conversation still leads there after signing in.
    const state: LoginState = { returnTo: window.location.search, unreachable: isError };
    navigate(user ? "/" : "/login", { replace: true, state });
  }, [isPending, isError, isAdmin, leaving, user, navigate]);

  return (
    <div className="flex grow flex-col">
      {user && isAdmin ? (
        <TooltipProvider>
          <WorkingCopies username={user.username}>
            <ImagePickerProvider>
              <OfflineNote />
              {user.secondFactorDue ? (
                <SecondFactorScreen logout={<LogoutButton onLeaving={setLeaving} />} />
              ) : (
                <Dashboard user={user} onLeaving={setLeaving} />
              )}
              {/* Logging out ends the session too, and asks nothing. */}
              {!leaving && <SignInAgain username={user.username} />}
              <ProofDialog username={user.username} />
            </ImagePickerProvider>
          </WorkingCopies>
        </TooltipProvider>
      ) : (
        <main className="m-auto">
          <h1 className="sr-only">Admin Dashboard</h1>
          <Spinner label="Loading..." />
        </main>
      )}
    </div>
  );
}
