import { ApiError, assertSuccess, type Envelope, request } from "../client";
import type {
  BodyOf,
  Method,
  PathFor,
  RequestOptions,
  ResponseBody,
  ResponseData,
} from "../operations";
import { fieldLabel } from "./field-labels";

/**
 * The staleTime, in milliseconds, of data that the server changes by itself. It is long enough for
 * components that appear together to share one request.
 */
export const shortStaleTime = 2000;

let askToSignIn: (() => Promise<boolean>) | undefined;
let signIns = 0;
let askForProof: (() => Promise<boolean>) | undefined;

/**
 * Registers how to ask for a new sign-in when the session has expired; `ask` resolves to whether
 * somebody signed in. If so, the refused request is sent again. Returns a function that unregisters.
 */
export function onSessionExpired(ask: () => Promise<boolean>): () => void {
  askToSignIn = async () => {
    const entered = await ask();
    if (entered) signIns++;
    return entered;
  };
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
  const signInsBefore = signIns;
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A refusal may come late: somebody has signed in again since the request was sent.
    const isLate = signIns !== signInsBefore;
    if (error.status === 401 && (isLate || (await askToSignIn?.()))) return send();
    if (error.body.code === "proof_required" && (await askForProof?.())) return send();
    throw error;
  }
}

/** Why a request was refused, if it was because of this field. */
export function refusalOf(error: Error | null, field: string): string | undefined {
  const refused = error instanceof ApiError && error.body.field === field;
  return refused ? error.serverMessage : undefined;
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

/**
 * Saves a record. The key identifies a request that creates one: the server answers a repetition
 * with the record that it has created.
 */
export function sendSave<P extends PathFor<"POST">>(
  path: P,
  body: BodyOf<"POST", P>,
  key: string,
): Promise<Envelope<ResponseData<"POST", P>>> {
  const options = { body, init: { headers: { "Idempotency-Key": key } } };
  return sendChange("POST", path, ...([options] as unknown as RequestOptions<"POST", P>));
}

/** The server's message about a failed request, or the fallback if it gave none. */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  const { field, rule } = error.body;
  return field && rule ? ruleText(field, rule) : (error.serverMessage ?? fallback);
}

/** A sentence about the rule that a field breaks. */
export function ruleText(field: string, rule: string): string {
  return `The field "${fieldLabel(field)}" ${rule}.`;
}

/** What a save removed from HTML, as a sentence; empty if nothing was. */
export function removalNote({ removed = [] }: Envelope<unknown>): string {
  return removed.length > 0 ? `Removed for safety: ${removed.join(", ")}.` : "";
}

/** What forms send as basedOn for a record that was never saved. */
export const neverSaved = "0001-01-01T00:00:00Z";

/** The stored record that a refused save would have overwritten, if the server has sent one. */
export function storedIn<Record>(error: unknown): Record | undefined {
  // With a field it is another record, which has the same key or slug.
  if (!(error instanceof ApiError) || error.status !== 409 || error.body.field) return undefined;
  return error.body.data as Record | undefined;
}

/** Whether a save was refused because somebody has deleted the record. */
export function isDeleted(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404 && error.isEnvelope;
}
