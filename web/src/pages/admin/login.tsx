import { useQueryClient } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import { useLocation } from "wouter";
import { authKeys } from "@/api/admin/auth";
import { LoginForm } from "@/features/auth/admin/login-form";
import { PasskeySignIn } from "@/features/auth/admin/passkey-sign-in";
import { RecoverPassword } from "@/features/auth/admin/recover-password";
import { Head } from "@/layout/head";
import { toast } from "@/ui/admin/toasts";

export function Login() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const enter = () => {
    // The cached "nobody is signed in" must not reach the dashboard.
    queryClient.removeQueries({ queryKey: authKeys.user });
    toast({ title: "Login successful", description: "Welcome back!" });
    // Replaces the login in the history: going back to it would leave the back office without a
    // confirmation.
    navigate("/admin", { replace: true });
  };
  return (
    <>
      <Head title="Admin Login" description="Sign-in for the site's administrators." noindex />
      <div className="wrap grid min-h-[75vh] place-items-center py-12">
        <div className="w-full max-w-md rounded-3xl border border-line bg-surface p-6 sm:p-9">
          <LockKeyhole className="size-9 text-primary" strokeWidth={1.75} aria-hidden="true" />
          <h1 className="mt-4 text-title">Admin Login</h1>
          <p className="mt-2 mb-7 text-soft">Enter your credentials to access the admin portal</p>
          <LoginForm onSuccess={enter} />
          <PasskeySignIn onSuccess={enter} />
          <RecoverPassword />
          <p className="mt-7 border-t border-line pt-5 text-center text-compact text-soft">
            Admin access is restricted to authorized personnel only.
          </p>
        </div>
      </div>
    </>
  );
}
