import { queryOptions } from "@tanstack/react-query";
import { ApiError, request, type Schema } from "../client";

export type User = Schema<"User"> & {
  /** Everything else is refused until the user adds or uses a second factor. */
  secondFactorDue?: boolean;
};

export const authKeys = { user: ["auth", "user"] as const };

/** The signed-in user, or null. */
export const userQuery = queryOptions({
  queryKey: authKeys.user,
  queryFn: async (): Promise<User | null> => {
    try {
      const { success, user, secondFactorDue } = await request("GET", "/api/auth/user");
      return success && user ? { ...user, secondFactorDue } : null;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

/** Signs in. The code is of the authenticator app, or a recovery code. */
export function login(username: string, password: string, code?: string) {
  return request("POST", "/api/auth/login", {
    body: { username, password, ...(code && { code }) },
  });
}

/** Proves again who is signed in, for a sensitive action. */
export function prove(proof: Schema<"Proof">) {
  return request("POST", "/api/auth/proof", { body: proof });
}
