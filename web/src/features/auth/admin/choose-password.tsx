import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { acceptInvitation, invitationQuery, resetPassword } from "@/api/admin/account-links";
import { errorText } from "@/api/admin/client";
import { newPasswordHint, PasswordBox } from "@/ui/admin/password-field";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Spinner } from "@/ui/spinner";
import type { AccountLink } from "./account-link";

interface ChoosePasswordProps {
  link: AccountLink;
  /** Called with the username to sign in with. */
  onDone: (username: string) => void;
}

/** Where a link that works once leads: the person chooses a password, and a name if invited. */
export function ChoosePassword({ link, onDone }: ChoosePasswordProps) {
  return link.kind === "invitation" ? (
    <AcceptInvitation token={link.token} onDone={onDone} />
  ) : (
    <PasswordForm
      submit={async ({ password }) => {
        const { data } = await resetPassword(link.token, password);
        onDone(data?.username ?? "");
      }}
    />
  );
}

function AcceptInvitation({
  token,
  onDone,
}: { token: string } & Pick<ChoosePasswordProps, "onDone">) {
  const { data: invitation, error } = useQuery(invitationQuery(token));
  if (error) return <Failure>{errorText(error, "The invitation could not be opened.")}</Failure>;
  if (!invitation) return <Spinner label="Opening the invitation..." />;
  return (
    <PasswordForm
      invitation={invitation}
      submit={async (values) => {
        const { data } = await acceptInvitation({ token, ...values });
        onDone(data?.username ?? "");
      }}
    />
  );
}

function Failure({ children }: { children: string }) {
  return (
    <p role="alert" className="rounded-lg border border-bad p-3 text-bad">
      {children}
    </p>
  );
}

interface Values {
  username: string;
  fullName: string;
  password: string;
}

interface PasswordFormProps {
  invitation?: { username: string; fullName: string };
  submit: (values: Values) => Promise<void>;
}

/** The fields have no name attributes, so that a form submitted without JavaScript holds nothing. */
function PasswordForm({ invitation, submit }: PasswordFormProps) {
  const username = useRef<HTMLInputElement>(null);
  const fullName = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation({ mutationFn: submit });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    mutate({
      username: username.current?.value ?? "",
      fullName: fullName.current?.value ?? "",
      password: password.current?.value ?? "",
    });
  };
  return (
    <form className="grid gap-5" aria-busy={isPending} onSubmit={onSubmit}>
      {invitation && (
        <>
          <Field
            ref={username}
            label="Username"
            required
            readOnly={invitation.username !== ""}
            defaultValue={invitation.username}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field
            ref={fullName}
            label="Full Name"
            defaultValue={invitation.fullName}
            autoComplete="name"
          />
        </>
      )}
      <PasswordBox
        ref={password}
        label="New password"
        hint={newPasswordHint}
        required
        autoComplete="new-password"
      />
      {error && <Failure>{errorText(error, "An error occurred. Please try again.")}</Failure>}
      <Button type="submit" variant="primary" fullWidth disabled={isPending}>
        {isPending ? "Saving..." : "Save Password"}
      </Button>
    </form>
  );
}
