import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { queryOptions } from "@tanstack/react-query";
import { assertSuccess, request, type Schema } from "../client";
import { accountKeys } from "./account";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export type Passkey = Schema<"Passkey">;

/** What the browser returns of a passkey, as the server takes it. */
type PasskeyResponse = Record<string, unknown>;

// Loaded when it is needed: most people sign in with a password.
const library = () => import("@simplewebauthn/browser");

/** The signed-in user's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: accountKeys.passkeys,
  queryFn: () => getAdminData("/api/account/passkeys"),
});

/** Lets the browser make a passkey, and adds it to the account. */
export function useAddPasskey() {
  return useAdminMutation(
    async (name: string) => {
      const { data } = await sendChange("POST", "/api/account/passkeys/begin");
      const { startRegistration } = await library();
      const optionsJSON = data as unknown as PublicKeyCredentialCreationOptionsJSON;
      const response = { ...(await startRegistration({ optionsJSON })) };
      return sendChange("POST", "/api/account/passkeys/finish", { body: { name, response } });
    },
    [accountKeys.passkeys, accountKeys.overview],
  );
}

export function useRenamePasskey() {
  return useAdminMutation(
    ({ id, name }: { id: number; name: string }) =>
      sendChange("POST", "/api/account/passkeys/{id}", { path: { id }, body: { name } }),
    [accountKeys.passkeys],
  );
}

export function useRemovePasskey() {
  return useAdminMutation(
    (id: number) => sendChange("DELETE", "/api/account/passkeys/{id}", { path: { id } }),
    [accountKeys.passkeys],
  );
}

/** Lets the person choose a passkey of this site and sign with it. */
export async function signWithPasskey(): Promise<PasskeyResponse> {
  const { data } = assertSuccess(await request("POST", "/api/auth/passkey/begin"));
  const { startAuthentication } = await library();
  const optionsJSON = data as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) };
}

/** Signs in with a passkey. */
export async function loginByPasskey() {
  const response = await signWithPasskey();
  return request("POST", "/api/auth/passkey/finish", { body: { response } });
}

/** Whether the person, or the browser on their behalf, gave up. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
}
