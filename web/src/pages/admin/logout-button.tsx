import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { use } from "react";
import { useLocation } from "wouter";
import { authKeys } from "@/api/admin/auth";
import { errorText } from "@/api/admin/client";
import { logout } from "@/api/logout";
import { CopiesContext } from "@/editing/copies/working-copies";
import { headerClass } from "@/ui/admin/header-class";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";

interface LogoutButtonProps {
  /** Called when the session is about to end, and again with false if it could not be ended. */
  onLeaving: (leaving: boolean) => void;
}

/** Logs out and goes to the home page. */
export function LogoutButton({ onLeaving }: LogoutButtonProps) {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const copies = use(CopiesContext);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      // The server keeps what was typed only for somebody who is signed in.
      await copies?.store.finish();
      onLeaving(true);
      return logout();
    },
    onSuccess: async () => {
      copies?.silence();
      await queryClient.refetchQueries({ queryKey: authKeys.user });
      navigate("/");
    },
    onError: (error) => {
      onLeaving(false);
      toastError("Logout failed", errorText(error, error.message));
    },
  });
  // After success the next page is already loading.
  const busy = isPending || isSuccess;
  return (
    <Button
      variant="ghost"
      size="small"
      className={`font-normal text-soft ${headerClass}`}
      disabled={busy}
      onClick={() => mutate()}
    >
      <LogOut aria-hidden className="size-5 lg:size-4" />
      {busy ? "Logging out..." : "Logout"}
    </Button>
  );
}
