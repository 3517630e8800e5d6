import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { use } from "react";
import { useLocation } from "wouter";
import { authKeys, logout } from "@/api/admin/auth";
import { errorText } from "@/api/admin/client";
import { toastError } from "@/ui/admin/toasts";
import { useLeaveAdmin } from "@/ui/admin/unsaved-changes";
import { CopyStoreContext } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";

/** Logs out and goes to the home page. */
export function LogoutButton({ onLoggedOut }: { onLoggedOut: () => void }) {
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const { leave, discardAll } = useLeaveAdmin();
  const copies = use(CopyStoreContext);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () => {
      // The server deletes what was discarded, and keeps the rest, only for somebody signed in.
      await copies?.finish();
      return logout();
    },
    onSuccess: async () => {
      discardAll();
      onLoggedOut();
      await queryClient.refetchQueries({ queryKey: authKeys.user });
      navigate("/");
    },
    onError: (error) => toastError("Logout failed", errorText(error, error.message)),
  });
  // After success the next page is already loading.
  const busy = isPending || isSuccess;
  return (
    <Button variant="outline" size="small" disabled={busy} onClick={() => leave(() => mutate())}>
      <LogOut aria-hidden className="size-4 max-sm:hidden" />
      {busy ? "Logging out..." : "Logout"}
    </Button>
  );
}
