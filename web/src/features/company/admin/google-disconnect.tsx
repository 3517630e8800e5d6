import { useState } from "react";
import { errorText } from "@/api/admin/client";
import { useDisconnectGoogle } from "@/api/admin/google";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";

/** Takes the permission back. */
export function DisconnectGoogle() {
  const [asking, setAsking] = useState(false);
  const disconnect = useDisconnectGoogle();
  return (
    <>
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        Disconnect
      </Button>
      {asking && (
        <AlertDialog
          title="Disconnect Google?"
          confirmLabel="Disconnect"
          pending={disconnect.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            disconnect.mutate(undefined, {
              onSuccess: ({ message }) => toast({ title: "Disconnected", description: message }),
              onError: (error) => toastError("Not disconnected", errorText(error, error.message)),
              onSettled: () => setAsking(false),
            })
          }
        >
          The home page then shows no reviews. They stay at Google, and you can connect again at any
          time.
        </AlertDialog>
      )}
    </>
  );
}
