import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { auditKeys } from "./audit";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export type Person = Schema<"Person">;
export type Invitation = Schema<"Invitation">;
export type NewInvitation = Schema<"NewInvitation">;
export type PersonEdit = Schema<"PersonEdit">;
/** A link that works once and cannot be shown again. */
export type AccountLink = Schema<"AccountLink">;

const peopleKeys = { all: ["admin", "people"] as const };
const affected = [peopleKeys.all, auditKeys.all];

/** Everybody who can sign in, and the invitations. */
export const peopleQuery = queryOptions({
  queryKey: peopleKeys.all,
  queryFn: () => getAdminData("/api/admin/people"),
  // Sessions begin and end elsewhere.
  staleTime: 0,
});

export function useInvitePerson() {
  return useAdminMutation(
    (body: NewInvitation) => sendChange("POST", "/api/admin/people/invitations", { body }),
    affected,
  );
}

export function useRemoveInvitation() {
  return useAdminMutation(
    (id: number) => sendChange("DELETE", "/api/admin/people/invitations/{id}", { path: { id } }),
    affected,
  );
}

export function useChangePerson(id: number) {
  return useAdminMutation(
    (body: PersonEdit) => sendChange("POST", "/api/admin/people/{id}", { path: { id }, body }),
    affected,
  );
}

export function useSetDisabled(id: number) {
  return useAdminMutation(
    (disabled: boolean) =>
      sendChange("POST", "/api/admin/people/{id}/access", { path: { id }, body: { disabled } }),
    affected,
  );
}

/** Changes whether administrators need a second factor. */
export function useRequireSecondFactor() {
  return useAdminMutation(
    (required: boolean) =>
      sendChange("POST", "/api/admin/people/second-factor", { body: { required } }),
    affected,
  );
}

export function useEndSessions(id: number) {
  return useAdminMutation(
    () => sendChange("POST", "/api/admin/people/{id}/end-sessions", { path: { id } }),
    affected,
  );
}

export function useResetSecondFactor(id: number) {
  return useAdminMutation(
    () => sendChange("POST", "/api/admin/people/{id}/reset-second-factor", { path: { id } }),
    affected,
  );
}

export function useIssuePasswordReset(id: number) {
  return useAdminMutation(
    () => sendChange("POST", "/api/admin/people/{id}/password-reset", { path: { id } }),
    affected,
  );
}
