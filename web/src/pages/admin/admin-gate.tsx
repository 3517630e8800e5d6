import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { userQuery } from "@/api/admin/auth";
import { ProofDialog } from "@/features/auth/admin/proof-dialog";
import { SignInAgain } from "@/features/auth/admin/sign-in-again";
import { ImagePickerProvider } from "@/features/images/admin/image-picker";
import { DraftPreviewProvider } from "@/features/preview/admin/draft-preview";
import { WorkingCopies } from "@/features/working-copies/admin/working-copies";
import { useAppWorker } from "@/lib/admin/app-worker";
import { ChunkError } from "@/ui/admin/chunk-error";
import { Place } from "@/ui/admin/place";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { UnsavedChanges } from "@/ui/admin/unsaved-changes";
import { Button } from "@/ui/button";
import { ErrorBoundary } from "@/ui/error-boundary";
import { Spinner } from "@/ui/spinner";
import { Dashboard } from "./dashboard";
import { LogoutButton } from "./logout-button";
import { OfflineNote, useOffline } from "./offline";

const SecondFactorScreen = lazy(async () => ({
  default: (await import("@/features/auth/admin/second-factor-screen")).SecondFactorScreen,
}));

/** How often the server is asked again while it does not answer, in milliseconds. */
const RETRY_INTERVAL = 5000;

/** Renders the dashboard for administrators and redirects everybody else. */
export function AdminGate() {
  // A failed query says nothing about who is signed in.
  const {
    data: user,
    isPending,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    ...userQuery,
    refetchInterval: (query) => query.state.status === "error" && RETRY_INTERVAL,
  });
  const [, navigate] = useLocation();
  const [loggedOut, setLoggedOut] = useState(false);
  const isAdmin = user?.role === "admin";
  useAppWorker();

  useEffect(() => {
    // The logout goes to the home page itself.
    if (isPending || isError || isAdmin || loggedOut) return;
    // The server adds a notice for staff to the next home page.
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser, and needs HTTPS.
    if (user) document.cookie = "perimeter_staff_notice=1; Path=/; Max-Age=60; SameSite=Strict";
    // A notice of a conversation still leads there after signing in.
    const state = { returnTo: window.location.search };
    navigate(user ? "/" : "/login", { replace: true, state });
  }, [isPending, isError, isAdmin, loggedOut, user, navigate]);

  return (
    <div className="flex min-h-dvh flex-col">
      {user && isAdmin ? (
        <TooltipProvider>
          <UnsavedChanges>
            <Place>
              <WorkingCopies username={user.username}>
                <ImagePickerProvider>
                  <OfflineNote />
                  <DraftPreviewProvider>
                    {user.secondFactorDue ? (
                      <ErrorBoundary fallback={<ChunkError />}>
                        <Suspense>
                          <SecondFactorScreen
                            logout={<LogoutButton onLoggedOut={() => setLoggedOut(true)} />}
                          />
                        </Suspense>
                      </ErrorBoundary>
                    ) : (
                      <Dashboard user={user} onLoggedOut={() => setLoggedOut(true)} />
                    )}
                  </DraftPreviewProvider>
                  <SignInAgain username={user.username} />
                  <ProofDialog username={user.username} />
                </ImagePickerProvider>
              </WorkingCopies>
            </Place>
          </UnsavedChanges>
        </TooltipProvider>
      ) : (
        <main className="m-auto">
          <h1 className="sr-only">Admin Dashboard</h1>
          {isError ? (
            <ServerUnreachable trying={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Spinner label="Loading..." />
          )}
        </main>
      )}
    </div>
  );
}

function ServerUnreachable({ trying, onRetry }: { trying: boolean; onRetry: () => void }) {
  const offline = useOffline();
  return (
    <div role="alert" className="flex flex-col items-center gap-4 p-6 text-center">
      <p className="text-lg font-bold">
        {offline ? "You are offline." : "The server cannot be reached right now."}
      </p>
      <p>You are not signed out. This page tries again every few seconds.</p>
      <Button variant="outline" disabled={trying} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
