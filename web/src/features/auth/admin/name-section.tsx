import { type FormEvent, useState } from "react";
import { type Account, useSaveName } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import { TextField } from "@/ui/admin/text-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { AccountSection } from "./account-section";

export function NameSection({ account }: { account: Account }) {
  const [name, setName] = useState(account.fullName);
  const save = useSaveName();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(name, {
      onSuccess: () => {
        setName(name.trim());
        toast({ title: "Name saved" });
      },
      onError: (error) => toastError("Save failed", errorText(error, error.message)),
    });
  };
  return (
    <AccountSection title="Name">
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Full name"
          hint={
            <>
              Visitors see it in the chat. You log in as <b>{account.username}</b>.
            </>
          }
          autoComplete="name"
          maxLength={300}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          size="small"
          className="justify-self-start"
          disabled={save.isPending}
        >
          {save.isPending ? "Saving..." : "Save Name"}
        </Button>
      </form>
    </AccountSection>
  );
}
