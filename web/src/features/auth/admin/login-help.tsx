import { useState } from "react";
import { lazyPart } from "@/ui/admin/lazy-part";
import { Button } from "@/ui/button";

// Few people need them, so their code does not slow the login page down.
const RecoverDialog = lazyPart(async () => (await import("./recover-dialog")).RecoverDialog);
const ForgotDialog = lazyPart(async () => (await import("./forgot-dialog")).ForgotDialog);

/** The ways in for people who cannot sign in. A recovery code signs in at once. */
export function LoginHelp({ onRecovered }: { onRecovered: () => void }) {
  const [open, setOpen] = useState<"recover" | "forgot">();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="mt-3"
        fullWidth
        onClick={() => setOpen("recover")}
      >
        Use a recovery code
      </Button>
      <Button
        variant="ghost"
        size="small"
        className="mt-3"
        fullWidth
        onClick={() => setOpen("forgot")}
      >
        Forgot password?
      </Button>
      {open === "recover" && <RecoverDialog onRecovered={onRecovered} onClose={close} />}
      {open === "forgot" && <ForgotDialog onClose={close} />}
    </>
  );
}
