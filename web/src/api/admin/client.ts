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

type Ask = () => Promise<boolean>;

/** What somebody must do before a refused request is sent again, such as sign in. */
class Condition {
  private ask: Ask | undefined;
  /** How often it was met. */
  times = 0;

  /**
   * Registers how to ask for it; `ask` resolves to whether somebody did it. Returns a function that
   * unregisters.
   */
  readonly onRefusal = (ask: Ask): (() => void) => {
    this.ask = ask;
    return () => {
      this.ask = undefined;
    };
  };

  /** Whether it is met now, for a request that was sent when it had been met `before` times. */
  async isMet(before: number): Promise<boolean> {
    // A refusal may come late: somebody was asked after the request was sent.
    if (this.times !== before) return true;
    const met = (await this.ask?.()) ?? false;
    if (met) this.times++;
    return met;
  }
}

const signIn = new Condition();
const proof = new Condition();

/** Registers how to ask for a new sign-in when the session has expired. */
export const onSessionExpired = signIn.onRefusal;

/** Registers how to ask people to prove who they are before a sensitive action. */
export const onProofRequired = proof.onRefusal;

/**
 * Sends a request that needs a session, again after a new sign-in if the session has expired, and
 * again after a proof if the server asks for one.
 */
export async function withSession<T>(send: () => Promise<T>): Promise<T> {
  const [signIns, proofs] = [signIn.times, proof.times];
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 && (await signIn.isMet(signIns))) return send();
    if (error.body.code === "proof_required" && (await proof.isMet(proofs))) return send();
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
