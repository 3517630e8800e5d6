import { useState } from "react";
import { errorText } from "@/api/admin/client";
import {
  type AccountLink,
  type Person,
  type PersonEdit,
  useChangePerson,
  useEndSessions,
  useIssuePasswordReset,
  useResetSecondFactor,
  useSetDisabled,
} from "@/api/admin/people";
import { RecordDialog } from "@/editing/record-dialog";
import { useRecordForm } from "@/editing/record-form";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { FormField } from "@/ui/admin/form-field";
import { Select } from "@/ui/admin/select";
import { TextField } from "@/ui/admin/text-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import type { ShownLink } from "./link-dialog";
import { roleMeanings, roleNames } from "./roles";

interface PersonDialogProps {
  person: Person;
  /** Whether it is the person who is signed in. */
  self: boolean;
  onLink: (link: ShownLink) => void;
  onClose: () => void;
}

/** Changes a person, and what they can sign in with. */
export function PersonDialog({ person, self, onLink, onClose }: PersonDialogProps) {
  const { id, username, fullName, email, role } = person;
  const form = useRecordForm<PersonEdit, PersonEdit, PersonEdit>({
    kind: "person",
    copyId: String(id),
    record: { fullName, email, role },
    titleOf: () => username,
    labels: { fullName: "Full Name", email: "E-mail", role: "Role" },
    valuesOf: (record) => ({ fullName, email, role, ...record }),
    editOf: (values) => values,
    save: useChangePerson(id),
    success: () => ({ title: "Person updated" }),
    failure: { text: "The person could not be changed. Please try again." },
    onSaved: onClose,
  });
  const { register } = form.fields;
  return (
    <RecordDialog
      form={form}
      title={fullName || username}
      description={`Username ${username}`}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <TextField label="Full Name" optional autoComplete="off" {...register("fullName")} />
      <TextField
        label="E-mail"
        optional
        hint="For links to a new password."
        type="email"
        autoComplete="off"
        {...register("email")}
      />
      <FormField label="Role" hint={roleMeanings[form.fields.watch("role") ?? role]}>
        {(control) => (
          <Select {...control} {...register("role")}>
            <option value="admin">{roleNames.admin}</option>
            <option value="staff">{roleNames.staff}</option>
          </Select>
        )}
      </FormField>
      <PersonActions person={person} self={self} onLink={onLink} onClose={onClose} />
    </RecordDialog>
  );
}

type Action = "disable" | "sessions" | "factor";

const questions: Record<Action, { title: string; text: string; confirm: string }> = {
  disable: {
    title: "Disable this person?",
    text: "All sessions end at once, and signing in is refused until you enable the person again.",
    confirm: "Disable",
  },
  sessions: {
    title: "End all sessions?",
    text: "The person has to sign in again everywhere. Unsaved work there may be lost.",
    confirm: "End Sessions",
  },
  factor: {
    title: "Reset the second factor?",
    text: "Passkeys, the authenticator app and recovery codes are removed, and all sessions end. The password stays.",
    confirm: "Reset",
  },
};

function PersonActions({ person, self, onLink, onClose }: PersonDialogProps) {
  const [asking, setAsking] = useState<Action>();
  const access = useSetDisabled(person.id);
  const sessions = useEndSessions(person.id);
  const factor = useResetSecondFactor(person.id);
  const reset = useIssuePasswordReset(person.id);
  const pending = [access, sessions, factor, reset].some(({ isPending }) => isPending);
  const callbacks = (title: string) => ({
    onSuccess: () => {
      setAsking(undefined);
      toast({ title });
    },
    onError: (error: Error) => {
      setAsking(undefined);
      toastError("Not done", errorText(error, error.message));
    },
  });
  const confirm = () => {
    if (asking === "disable") access.mutate(true, callbacks("Person disabled"));
    if (asking === "sessions") sessions.mutate(undefined, callbacks("Sessions ended"));
    if (asking === "factor") factor.mutate(undefined, callbacks("Second factor reset"));
  };
  const issue = () =>
    reset.mutate(undefined, {
      onSuccess: (envelope) => {
        onClose();
        onLink({ title: "New password", link: envelope.data as AccountLink });
      },
      onError: (error) => toastError("No link made", errorText(error, error.message)),
    });
  return (
    <fieldset className="border-line border-t pt-4">
      <legend className="sr-only">Access</legend>
      <div className="flex flex-wrap gap-2">
        {person.disabled ? (
          <Button
            variant="outline"
            size="small"
            disabled={pending}
            onClick={() => access.mutate(false, callbacks("Person enabled"))}
          >
            Enable
          </Button>
        ) : (
          <>
            <Button variant="outline" size="small" disabled={pending} onClick={issue}>
              Link to New Password
            </Button>
            <Button
              variant="outline"
              size="small"
              disabled={pending || person.sessions === 0}
              onClick={() => setAsking("sessions")}
            >
              End Sessions
            </Button>
            <Button
              variant="outline"
              size="small"
              disabled={pending}
              onClick={() => setAsking("factor")}
            >
              Reset Second Factor
            </Button>
            {/* Nobody locks themselves out by accident. */}
            {!self && (
              <Button
                variant="destructive"
                size="small"
                disabled={pending}
                onClick={() => setAsking("disable")}
              >
                Disable
              </Button>
            )}
          </>
        )}
      </div>
      {asking && (
        <AlertDialog
          title={questions[asking].title}
          confirmLabel={questions[asking].confirm}
          pending={pending}
          onCancel={() => setAsking(undefined)}
          onConfirm={confirm}
        >
          {questions[asking].text}
        </AlertDialog>
      )}
    </fieldset>
  );
}
