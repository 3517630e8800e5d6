import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { userQuery } from "@/api/admin/auth";
import { SignInAgain } from "@/features/auth/admin/sign-in-again";
import { ImagePickerProvider } from "@/features/images/admin/image-picker";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { UnsavedChanges } from "@/ui/admin/unsaved-changes";
import { Spinner } from "@/ui/spinner";
import { Dashboard } from "./dashboard";

/** Renders the dashboard for administrators and redirects everybody else. */
export function AdminGate() {
  const { data: user, isPending } = useQuery(userQuery);
  const [, navigate] = useLocation();
  const [loggedOut, setLoggedOut] = useState(false);
  const isAdmin = user?.role === "admin";

  useEffect(() => {
    // The logout goes to the home page itself.
    if (isPending || isAdmin || loggedOut) return;
    navigate(user ? "/" : "/login", { replace: true });
  }, [isPending, isAdmin, loggedOut, user, navigate]);

  return (
    <div className="flex min-h-dvh flex-col">
      {user && isAdmin ? (
        <TooltipProvider>
          <UnsavedChanges>
            <ImagePickerProvider>
              <Dashboard user={user} onLoggedOut={() => setLoggedOut(true)} />
              <SignInAgain username={user.username} />
            </ImagePickerProvider>
          </UnsavedChanges>
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
