import type { AuditEvent } from "@/api/admin/audit";

/** What happened, by action. The subject and the detail follow where they say more. */
const sentences: Record<AuditEvent["action"], string> = {
  signed_in: "Signed in",
  sign_in_failed: "Failed to sign in",
  signed_out: "Signed out",
  refused: "Was refused",
  person_added: "Added a person",
  person_changed: "Changed a person",
  person_disabled: "Disabled a person",
  person_enabled: "Enabled a person",
  person_removed: "Removed a person",
  person_invited: "Invited a person",
  invitation_removed: "Removed an invitation",
  invitation_accepted: "Accepted an invitation",
  sessions_ended: "Ended sessions",
  password_changed: "Changed a password",
  reset_requested: "Asked for a link to a new password",
  reset_issued: "Made a link to a new password",
  credential_added: "Added a way to sign in",
  credential_removed: "Removed a way to sign in",
  rule_changed: "Changed a rule",
  connection_changed: "Changed a connection",
  exported: "Exported data",
  restored: "Restored a backup",
};

const withoutSubject = new Set<AuditEvent["action"]>(["signed_in", "signed_out", "sign_in_failed"]);

/** What an event says, such as "Disabled a person: ben". */
export function describeEvent({ action, subject, detail, person, count }: AuditEvent): string {
  const about = withoutSubject.has(action) || subject === person ? "" : subject;
  const rest = [about, detail].filter(Boolean).join(", ");
  const times = count > 1 ? ` (${count} more times)` : "";
  return `${sentences[action] ?? action}${rest ? `: ${rest}` : ""}${times}`;
}

/** Who did it. */
export function describePerson({ action, person }: AuditEvent): string {
  if (person) return person;
  return action === "sign_in_failed" ? "Unknown username" : "Nobody signed in";
}
