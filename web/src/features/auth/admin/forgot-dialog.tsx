import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { recoveryQuery, requestPasswordReset } from "@/api/admin/account-links";
import { errorText } from "@/api/admin/client";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Spinner } from "@/ui/spinner";

/** For people who have forgotten their password: a link by e-mail, and the other ways. */
export function ForgotDialog({ onClose }: { onClose: () => void }) {
  return (
    <TooltipProvider>
      <Dialog title="Forgot password?" onClose={onClose}>
        <DialogBody>
          <Ways />
        </DialogBody>
      </Dialog>
    </TooltipProvider>
  );
}

function Ways() {
  const { data, isPending } = useQuery(recoveryQuery);
  if (isPending) return <Spinner label="Loading..." />;
  return (
    <div className="grid gap-5">
      {data?.byEmail && <RequestForm />}
      <div>
        <p className="font-semibold">{data?.byEmail ? "Other ways" : "How to get a new one"}</p>
        <ul className="mt-2 list-disc space-y-1.5 pl-5">
          <li>Another administrator can make a link to a new password under People.</li>
          <li>A recovery code, if you have kept some, lets you choose a new password.</li>
          <li>
            Whoever runs the server can set one with the command{" "}
            <code className="break-words">perimeter user password</code>.
          </li>
        </ul>
      </div>
    </div>
  );
}

function RequestForm() {
  const name = useRef<HTMLInputElement>(null);
  const { mutate, data, error, isPending } = useMutation({ mutationFn: requestPasswordReset });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!isPending) mutate(name.current?.value ?? "");
  };
  if (data) return <p role="status">{data.message}</p>;
  return (
    <form className="grid gap-4" aria-busy={isPending} onSubmit={submit}>
      <Field
        ref={name}
        label="Username or e-mail"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      {error && (
        <p role="alert" className="rounded-lg border border-bad p-3 text-bad">
          {errorText(error, "An error occurred. Please try again.")}
        </p>
      )}
      <Button type="submit" variant="primary" disabled={isPending}>
        {isPending ? "Sending..." : "Send Link"}
      </Button>
    </form>
  );
}
