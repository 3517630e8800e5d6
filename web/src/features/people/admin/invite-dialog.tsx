import { useForm } from "react-hook-form";
import { errorText } from "@/api/admin/client";
import { type NewInvitation, useInvitePerson } from "@/api/admin/people";
import { FormDialog } from "@/ui/admin/form-dialog";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { Select } from "@/ui/admin/select";
import type { ShownLink } from "./link-dialog";
import { roleNames } from "./roles";

interface InviteDialogProps {
  sendsMail: boolean;
  onInvited: (link: ShownLink) => void;
  onClose: () => void;
}

/** Makes an invitation. */
export function InviteDialog({ sendsMail, onInvited, onClose }: InviteDialogProps) {
  const invite = useInvitePerson();
  const { register, handleSubmit, formState } = useForm<NewInvitation>({
    defaultValues: { fullName: "", email: "", username: "", role: "staff" },
  });
  const submit = handleSubmit((values) =>
    invite.mutate(values, {
      onSuccess: (envelope) => {
        const made = envelope as { data?: { link: ShownLink["link"] } };
        onClose();
        if (made.data) onInvited({ title: "Invitation", link: made.data.link });
      },
    }),
  );
  return (
    <FormDialog
      title="Invite Person"
      description="The person opens a link and chooses a password. The link works once, for 48 hours."
      submitLabel="Invite"
      pendingLabel="Inviting..."
      pending={invite.isPending}
      dirty={formState.isDirty}
      error={invite.error ? errorText(invite.error, invite.error.message) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label="Full Name" optional>
        {(control) => <Input {...control} autoComplete="off" {...register("fullName")} />}
      </FormField>
      <FormField
        label="E-mail"
        optional
        hint={
          sendsMail
            ? "The link is sent there."
            : "This site sends no e-mail: you hand the link over yourself."
        }
      >
        {(control) => <Input {...control} type="email" autoComplete="off" {...register("email")} />}
      </FormField>
      <FormField label="Username" optional hint="If it is empty, the person chooses it.">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register("username")}
          />
        )}
      </FormField>
      <FormField label="Role">
        {(control) => (
          <Select {...control} {...register("role")}>
            <option value="staff">{roleNames.staff}: can sign in, but not edit</option>
            <option value="admin">{roleNames.admin}: can edit everything</option>
          </Select>
        )}
      </FormField>
    </FormDialog>
  );
}
