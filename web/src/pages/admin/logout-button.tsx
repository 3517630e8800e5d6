import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { use } from "react";
import { useLocation } from "wouter";
import { authKeys, logout } from "@/api/admin/auth";
import { errorText } from "@/api/admin/client";
import { CopiesContext } from "@/editing/copies/working-copies";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";

/** Logs out and goes to the home page. */
export function LogoutButton({ onLoggedOut }: { onLoggedOut: () => void }) {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const copies = use(CopiesContext);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      // The server keeps what was typed only for somebody who is signed in.
      await copies?.store.finish();
      return logout();
    },
    onSuccess: async () => {
      copies?.silence();
      onLoggedOut();
      await queryClient.refetchQueries({ queryKey: authKeys.user });
      navigate("/");
    },
    onError: (error) => toastError("Logout failed", errorText(error, error.message)),
  });
  // After success the next page is already loading.
  const busy = isPending || isSuccess;
  return (
    <Button
      variant="outline"
      size="small"
      className="max-sm:px-3"
      disabled={busy}
      onClick={() => mutate()}
    >
      <LogOut aria-hidden className="size-4 max-sm:hidden" />
      {busy ? "Logging out..." : "Logout"}
    </Button>
  );
}
