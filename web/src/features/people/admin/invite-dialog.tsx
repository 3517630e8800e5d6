import { type NewInvitation, useInvitePerson } from "@/api/admin/people";
import { RecordDialog } from "@/editing/record-dialog";
import { useRecordForm } from "@/editing/record-form";
import { FormField } from "@/ui/admin/form-field";
import { Select } from "@/ui/admin/select";
import { TextField } from "@/ui/admin/text-field";
import type { ShownLink } from "./link-dialog";
import { roleMeanings, roleNames } from "./roles";

interface InviteDialogProps {
  sendsMail: boolean;
  onInvited: (link: ShownLink) => void;
  onClose: () => void;
}

/** Makes an invitation. */
export function InviteDialog({ sendsMail, onInvited, onClose }: InviteDialogProps) {
  const form = useRecordForm<NewInvitation, NewInvitation, NewInvitation>({
    kind: "invitation",
    copyId: "new",
    record: undefined,
    titleOf: ({ fullName, email }) => fullName || email || "",
    labels: { fullName: "Full Name", email: "E-mail", username: "Username", role: "Role" },
    valuesOf: () => ({ fullName: "", email: "", username: "", role: "admin" }),
    editOf: (values) => values,
    save: useInvitePerson(),
    failure: { text: "The person could not be invited. Please try again." },
    onSaved: (envelope) => {
      const made = envelope as { data?: { link: ShownLink["link"] } };
      onClose();
      if (made.data) onInvited({ title: "Invitation", link: made.data.link });
    },
  });
  const { register } = form.fields;
  return (
    <RecordDialog
      form={form}
      title="Invite Person"
      description="The person opens a link and chooses a password. The link works once, for 48 hours."
      submitLabel="Invite"
      pendingLabel="Inviting..."
      onClose={onClose}
    >
      <TextField label="Full Name" optional autoComplete="off" {...register("fullName")} />
      <TextField
        label="E-mail"
        optional
        hint={
          sendsMail
            ? "The link is sent there."
            : "This site sends no e-mail: you hand the link over yourself."
        }
        type="email"
        autoComplete="off"
        {...register("email")}
      />
      <TextField
        label="Username"
        optional
        hint="If it is empty, the person chooses it."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...register("username")}
      />
      <FormField label="Role" hint={roleMeanings[form.fields.watch("role")]}>
        {(control) => (
          <Select {...control} {...register("role")}>
            <option value="admin">{roleNames.admin}</option>
            <option value="staff">{roleNames.staff}</option>
          </Select>
        )}
      </FormField>
    </RecordDialog>
  );
}
