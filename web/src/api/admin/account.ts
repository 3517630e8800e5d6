import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { request } from "../client";
import { authKeys } from "./auth";
import { getAdminData, sendChange } from "./client";
import { pushStateKey } from "./push";
import { useAdminMutation } from "./use-admin-mutation";

export type Account = Schema<"Overview">;
export type SessionInfo = Schema<"SessionInfo">;

export const accountKeys = {
  overview: ["account", "overview"] as const,
  sessions: ["account", "sessions"] as const,
  passkeys: ["account", "passkeys"] as const,
};

/** The signed-in user's own account. */
export const accountQuery = queryOptions({
  queryKey: accountKeys.overview,
  queryFn: () => getAdminData("/api/account"),
});

/** The signed-in user's sessions, the last used first. */
export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: () => getAdminData("/api/account/sessions"),
});

export function useSaveName() {
  return useAdminMutation(
    (fullName: string) => sendChange("POST", "/api/account/name", { body: { fullName } }),
    [accountKeys.overview, authKeys.user],
  );
}

/** Changes the password and ends the other sessions. */
export function useChangePassword() {
  return useAdminMutation(
    (change: Schema<"PasswordChange">) =>
      sendChange("POST", "/api/account/password", { body: change }),
    // The server has ended notifications to all browsers; this one registers again.
    [accountKeys.overview, accountKeys.sessions, pushStateKey],
  );
}

/** Ends one session, or all others if none is given. */
export function useEndSessions() {
  return useAdminMutation(
    (id: string | undefined) =>
      id
        ? sendChange("DELETE", "/api/account/sessions/{id}", { path: { id } })
        : sendChange("DELETE", "/api/account/sessions"),
    [accountKeys.sessions],
  );
}

/** Replaces the recovery codes. The response shows the new ones, for the only time. */
export function useMakeRecoveryCodes() {
  return useAdminMutation(
    (_: undefined) => sendChange("POST", "/api/account/recovery-codes"),
    [accountKeys.overview],
  );
}

/** Gets a secret for an authenticator app. */
export async function beginTotp(): Promise<Schema<"NewTOTP">> {
  const { data } = await sendChange("POST", "/api/account/totp/begin");
  return data as Schema<"NewTOTP">;
}

/** Adds the authenticator app. The response shows recovery codes if the user had none. */
export function useConfirmTotp() {
  return useAdminMutation(
    (code: string) => sendChange("POST", "/api/account/totp/confirm", { body: { code } }),
    [accountKeys.overview],
  );
}

export function useRemoveTotp() {
  return useAdminMutation(
    (_: undefined) => sendChange("DELETE", "/api/account/totp"),
    [accountKeys.overview],
  );
}

/** Keeps the generated password for now. */
export function usePostponeSetup() {
  return useAdminMutation(
    (_: undefined) => sendChange("POST", "/api/account/setup/postpone"),
    [accountKeys.overview],
  );
}

/** Chooses a new password with a recovery code, which signs in. */
export function recoverPassword(recovery: Schema<"Recovery">) {
  return request("POST", "/api/auth/recover", { body: recovery });
}
