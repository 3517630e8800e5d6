import { ApiError, assertSuccess, type Envelope, request } from "../client";
import type {
  BodyOf,
  Method,
  PathFor,
  RequestOptions,
  ResponseBody,
  ResponseData,
} from "../operations";
import { withFieldLabels } from "./field-labels";

let askToSignIn: (() => Promise<boolean>) | undefined;
let askForProof: (() => Promise<boolean>) | undefined;

/**
 * Registers how to ask for a new sign-in when the session has expired; `ask` resolves to whether
 * somebody signed in. If so, the refused request is sent again. Returns a function that unregisters.
 */
export function onSessionExpired(ask: () => Promise<boolean>): () => void {
  askToSignIn = ask;
  return () => {
    askToSignIn = undefined;
  };
}

/**
 * Registers how to ask people to prove who they are before a sensitive action; `ask` resolves to
 * whether they did. If so, the refused request is sent again. Returns a function that unregisters.
 */
export function onProofRequired(ask: () => Promise<boolean>): () => void {
  askForProof = ask;
  return () => {
    askForProof = undefined;
  };
}

/**
 * Sends a request that needs a session, again after a new sign-in if the session has expired, and
 * again after a proof if the server asks for one.
 */
export async function withSession<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 && (await askToSignIn?.())) return send();
    if (error.code === "proof_required" && (await askForProof?.())) return send();
    throw error;
  }
}

/** Calls an operation that needs a session. */
export function adminRequest<M extends Method, P extends PathFor<M>>(
  method: M,
  path: P,
  ...options: RequestOptions<M, P>
): Promise<ResponseBody<M, P>> {
  return withSession(() => request(method, path, ...options));
}

/** Gets the data inside the envelope of an operation that needs a session. */
export async function getAdminData<P extends PathFor<"GET">>(
  path: P,
  ...options: RequestOptions<"GET", P>
): Promise<ResponseData<"GET", P>> {
  const envelope = await adminRequest("GET", path, ...options);
  return assertSuccess(envelope as Envelope<ResponseData<"GET", P>>).data as ResponseData<"GET", P>;
}

/** Sends a change. A response without success is thrown, whatever its status. */
export async function sendChange<M extends "POST" | "DELETE", P extends PathFor<M>>(
  method: M,
  path: P,
  ...options: RequestOptions<M, P>
): Promise<Envelope<ResponseData<M, P>>> {
  const envelope = await adminRequest(method, path, ...options);
  return assertSuccess(envelope as Envelope<ResponseData<M, P>>);
}

/** The server's message about a failed request, or the fallback if it gave none. */
export function errorText(error: unknown, fallback: string): string {
  const message = error instanceof ApiError && error.serverMessage;
  return message ? withFieldLabels(message) : fallback;
}

/** The part of a response's message that lists what was removed from HTML; empty if nothing was. */
export function removalNote({ message = "" }: Envelope<unknown>): string {
  return /Removed for safety: .+$/s.exec(message)?.[0] ?? "";
}

/**
 * Saves a record. The key identifies a request that creates one: the server answers a repetition
 * with the record that it has created. This is not part of `request`, which public pages load too.
 */
export function sendSave<P extends PathFor<"POST">>(
  path: P,
  body: BodyOf<"POST", P>,
  key: string,
): Promise<Envelope<ResponseData<"POST", P>>> {
  return withSession(async () => {
    const response = await fetch(path, {
      method: "POST",
      credentials: "include",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new ApiError(response.status, await response.text(), response.statusText);
    }
    return assertSuccess((await response.json()) as Envelope<ResponseData<"POST", P>>);
  });
}

/** What forms send as basedOn for a record that was never saved. */
export const neverSaved = "0001-01-01T00:00:00Z";

/** The stored record that a refused save would have overwritten, if the server has sent one. */
export function storedIn<Record>(error: unknown): Record | undefined {
  if (!(error instanceof ApiError) || error.status !== 409 || !error.isEnvelope) return undefined;
  return bodyOf(error).data as Record | undefined;
}

/** Whether a save was refused because somebody has deleted the record. */
export function isDeleted(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.isEnvelope;
}

function bodyOf(error: ApiError): { field?: unknown; data?: unknown } {
  return JSON.parse(error.message.replace(/^\d+: /, ""));
}

/** A field that the server has refused, and why. */
export interface FieldError {
  /** Its name in the API, such as "phone" or "team.1.name". */
  field: string;
  message: string;
}

/** The error that the server would give for a field that breaks a rule. */
export function ruleError({
  field,
  rule,
}: {
  field: string;
  rule: string;
}): FieldError & { text: string } {
  return {
    field,
    message: `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`,
    text: withFieldLabels(`The field "${field}" ${rule}.`),
  };
}

/** The field that made a request fail, if the server has named one. */
export function fieldError(error: unknown): FieldError | undefined {
  if (!(error instanceof ApiError) || !error.serverMessage) return undefined;
  const { field } = bodyOf(error);
  if (typeof field !== "string") return undefined;
  const rule = error.serverMessage.replace(/^The field "[^"]+" /, "");
  return { field, message: rule.charAt(0).toUpperCase() + rule.slice(1) };
}
