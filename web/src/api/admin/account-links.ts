import { queryOptions } from "@tanstack/react-query";
import { assertSuccess, getData, request, type Schema } from "../client";

/** How somebody who has forgotten the password can get a new one. */
export const recoveryQuery = queryOptions({
  queryKey: ["auth", "recovery"],
  queryFn: () => getData("/api/auth/recovery"),
});

/** The invitation of a link. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["auth", "invitation", token],
    queryFn: async () => {
      const envelope = await request("POST", "/api/auth/invitation", { body: { token } });
      return assertSuccess(envelope).data as Schema<"OpenInvitation">;
    },
  });
}

export async function acceptInvitation(body: Schema<"Acceptance">) {
  return assertSuccess(await request("POST", "/api/auth/invitation/accept", { body }));
}

export async function resetPassword(token: string, password: string) {
  return assertSuccess(
    await request("POST", "/api/auth/password-reset", { body: { token, password } }),
  );
}

export function requestPasswordReset(username: string) {
  return request("POST", "/api/auth/password-reset/request", { body: { username } });
}
