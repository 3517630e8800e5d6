import { queryOptions } from "@tanstack/react-query";
import { ApiError, request } from "./client";

export interface User {
  fullName: string;
  username: string;
  role: string;
}

export interface AuthAnswer {
  success: boolean;
  user?: User;
  message?: string;
}

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
