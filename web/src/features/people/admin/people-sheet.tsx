import { useQuery } from "@tanstack/react-query";
import { History, Pencil, Trash2, UserPlus } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/api/admin/client";
import { type Invitation, type Person, peopleQuery, useRemoveInvitation } from "@/api/admin/people";
import { useTime } from "@/domain/admin/times";
import { useWantedCopy } from "@/editing/copies/working-copies";
import { Badge } from "@/ui/admin/badge";
import { IconButton } from "@/ui/admin/icon-button";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { QueryError } from "@/ui/admin/query-error";
import { toast, toastError } from "@/ui/admin/toasts";
import { usePanel } from "@/ui/admin/use-panel";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { InviteDialog } from "./invite-dialog";
import { LinkDialog, type ShownLink } from "./link-dialog";
import { PersonDialog } from "./person-dialog";
import { roleNames } from "./roles";
import { SecondFactorRule } from "./second-factor-rule";

/** Everybody who can sign in, and the invitations that nobody has accepted. */
export function PeopleSheet({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(peopleQuery);
  const { open } = usePanel();
  const [inviting, setInviting] = useState(false);
  const [editing, setEditing] = useState<number>();
  const [link, setLink] = useState<ShownLink>();
  useWantedCopy("invitation", () => setInviting(true));
  useWantedCopy("person", (id) => setEditing(Number(id)));
  const person = data?.people.find(({ id }) => id === editing);
  return (
    <PanelSheet
      title="People"
      help="Everybody who can sign in here. An invitation is a link for one person, and works once. A second factor is a second proof beside the password, such as a passkey or a code on the phone."
      actions={
        <IconButton
          label="Activity"
          icon={<History aria-hidden />}
          onClick={() => open("activity")}
        />
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-5">
        {!data && !error && <Spinner label="Loading people..." />}
        {error && <QueryError what="the people" error={error} onRetry={refetch} />}
        {data && (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-sm text-soft">Administrators edit the site. Staff only sign in.</p>
              <Button variant="primary" size="small" onClick={() => setInviting(true)}>
                <UserPlus aria-hidden className="size-5" />
                Invite Person
              </Button>
            </div>
            <ul aria-label="People" className="mt-4 divide-y divide-line border-line border-y">
              {data.people.map((one) => (
                <PersonRow
                  key={one.id}
                  person={one}
                  self={one.username === username}
                  lacksFactor={
                    data.secondFactorRequired && one.role === "admin" && !one.secondFactor
                  }
                  onEdit={() => setEditing(one.id)}
                />
              ))}
            </ul>
            <SecondFactorRule required={data.secondFactorRequired} />
            <h3 className="mt-8 text-lg">Invitations</h3>
            {data.invitations.length === 0 && (
              <p className="mt-1 text-sm text-soft">
                Nobody is invited. An invitation is a link that works once, for 48 hours.
              </p>
            )}
            {data.invitations.length > 0 && (
              <ul
                aria-label="Invitations"
                className="mt-3 divide-y divide-line border-line border-y"
              >
                {data.invitations.map((invitation) => (
                  <InvitationRow key={invitation.id} invitation={invitation} />
                ))}
              </ul>
            )}
          </>
        )}
      </div>
      {data && inviting && (
        <InviteDialog
          sendsMail={data.sendsMail}
          onInvited={setLink}
          onClose={() => setInviting(false)}
        />
      )}
      {person && (
        <PersonDialog
          person={person}
          self={person.username === username}
          onLink={setLink}
          onClose={() => setEditing(undefined)}
        />
      )}
      {link && <LinkDialog {...link} onClose={() => setLink(undefined)} />}
    </PanelSheet>
  );
}

interface PersonRowProps {
  person: Person;
  self: boolean;
  /** Whether the person is asked for a second factor at the next sign-in. */
  lacksFactor: boolean;
  onEdit: () => void;
}

function PersonRow({ person, self, lacksFactor, onEdit }: PersonRowProps) {
  const time = useTime();
  const name = person.fullName || person.username;
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="break-words font-semibold">{name}</span>
          {person.role === "admin" && <Badge variant="primary">{roleNames.admin}</Badge>}
          {person.role === "staff" && <Badge>{roleNames.staff}</Badge>}
          {person.disabled && <Badge variant="destructive">Disabled</Badge>}
          {lacksFactor && <Badge variant="destructive">No second factor</Badge>}
          {self && <Badge variant="success">You</Badge>}
        </p>
        <p className="break-words text-sm text-soft">
          {[person.fullName && person.username, person.email, activity(person, time)]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
    </li>
  );
}

function activity({ lastSeenAt, sessions }: Person, time: (at: string) => string): string {
  if (!lastSeenAt) return "not signed in";
  const browsers = sessions === 1 ? "1 session" : `${sessions} sessions`;
  return `${browsers}, last used ${time(lastSeenAt)}`;
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const remove = useRemoveInvitation();
  const time = useTime();
  const name = invitation.fullName || invitation.username || invitation.email || "Somebody";
  const expired = new Date(invitation.expiresAt) <= new Date();
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="break-words font-semibold">{name}</span>
          <Badge>{roleNames[invitation.role]}</Badge>
          {expired && <Badge variant="destructive">Expired</Badge>}
        </p>
        <p className="break-words text-sm text-soft">
          {`Invited by ${invitation.invitedBy}, ${expired ? "expired" : "works until"} ${time(invitation.expiresAt)}`}
        </p>
      </div>
      <IconButton
        label={`Remove invitation of ${name}`}
        icon={<Trash2 />}
        disabled={remove.isPending}
        onClick={() =>
          remove.mutate(invitation.id, {
            onSuccess: () => toast({ title: "Invitation removed" }),
            onError: (failure) => toastError("Not removed", errorText(failure, failure.message)),
          })
        }
      />
    </li>
  );
}
