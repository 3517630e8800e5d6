import { lazy, Suspense, useState } from "react";
import { Button } from "@/ui/button";
import { ErrorBoundary } from "@/ui/error-boundary";

// Few people need them, so their code does not slow the login page down.
const RecoverDialog = lazy(async () => ({
  default: (await import("./recover-dialog")).RecoverDialog,
}));
const ForgotDialog = lazy(async () => ({
  default: (await import("./forgot-dialog")).ForgotDialog,
}));

/** The ways in for people who cannot sign in. */
export function LoginHelp() {
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
      {open && (
        <ErrorBoundary
          fallback={
            <p role="alert" className="mt-3 text-center text-bad">
              This could not be loaded. Please reload the page.
            </p>
          }
        >
          <Suspense>
            {open === "recover" ? (
              <RecoverDialog onClose={close} />
            ) : (
              <ForgotDialog onClose={close} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
