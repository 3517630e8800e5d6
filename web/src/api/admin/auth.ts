import { queryOptions } from "@tanstack/react-query";
import { ApiError, request, type Schema } from "../client";

export type User = Schema<"User">;
export type AuthAnswer = Schema<"UserAnswer">;

export const authKeys = { user: ["auth", "user"] as const };

/** Who is signed in, or null. */
export const userQuery = queryOptions({
  queryKey: authKeys.user,
  queryFn: async () => {
    try {
      const answer = await request<AuthAnswer>("GET", "/api/auth/user");
      return answer.success && answer.user ? answer.user : null;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
});

export function login(username: string, password: string): Promise<AuthAnswer> {
  return request("POST", "/api/auth/login", { username, password });
}

export function logout(): Promise<AuthAnswer> {
  return request("POST", "/api/auth/logout");
}
