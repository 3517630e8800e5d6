import { ApiError, assertSuccess, type Envelope, request } from "../client";
import { withFieldLabels } from "./field-labels";

let askToSignIn: (() => Promise<boolean>) | undefined;

/**
 * Says how to ask for a new sign-in when the session has expired; ask resolves to whether there is
 * one. The request that was refused is then sent again. Returns how to take it back.
 */
export function onSessionExpired(ask: () => Promise<boolean>): () => void {
  askToSignIn = ask;
  return () => {
    askToSignIn = undefined;
  };
}

/** Sends a request that needs a session. */
export async function adminRequest<T>(method: string, path: string, body?: unknown): Promise<T> {
  try {
    return await request<T>(method, path, body);
  } catch (error) {
    const expired = error instanceof ApiError && error.status === 401;
    if (expired && (await askToSignIn?.())) return request<T>(method, path, body);
    throw error;
  }
}

/** Gets the data inside the envelope of an answer that needs a session. */
export async function getAdminData<T>(path: string): Promise<T> {
  return assertSuccess(await adminRequest<Envelope<T>>("GET", path)).data as T;
}

/** Sends a change; an answer that is not a success is thrown, whatever its status. */
export async function sendChange<T = unknown>(
  method: "POST" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Envelope<T>> {
  return assertSuccess(await adminRequest<Envelope<T>>(method, path, body));
}

/** The server's own sentence about a failure, or ours when it gave none. */
export function errorText(error: unknown, fallback: string): string {
  const message = error instanceof ApiError && error.serverMessage;
  return message ? withFieldLabels(message) : fallback;
}

/** What the server removed from markup to make it safe, as a sentence; empty if nothing was. */
export function removalNote({ message = "" }: Envelope<unknown>): string {
  return /Removed for safety: .+$/s.exec(message)?.[0] ?? "";
}
