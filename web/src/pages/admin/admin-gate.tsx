import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { userQuery } from "@/api/admin/auth";
import { usePage } from "@/domain/page-data";
import { SignInAgain } from "@/features/auth/admin/sign-in-again";
import { ImagePickerProvider } from "@/features/images/admin/image-picker";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { UnsavedChanges } from "@/ui/admin/unsaved-changes";
import { Spinner } from "@/ui/spinner";
import { Dashboard } from "./dashboard";

/** Renders the dashboard for administrators and redirects everybody else. */
export function AdminGate() {
  const { identity } = usePage();
  const { data: user, isPending } = useQuery(userQuery);
  const [, navigate] = useLocation();
  const isAdmin = user?.role === "admin";

  useEffect(() => {
    if (isPending || isAdmin) return;
    navigate(user ? "/" : "/login", { replace: true });
  }, [isPending, isAdmin, user, navigate]);

  return (
    <div className="flex min-h-dvh flex-col bg-desk">
      <title>{`Admin Dashboard | ${identity.name}`}</title>
      {user && isAdmin ? (
        <TooltipProvider>
          <UnsavedChanges>
            <ImagePickerProvider>
              <Dashboard user={user} />
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
