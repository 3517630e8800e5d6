import type { Method, PathFor, RequestOptions, ResponseBody, ResponseData } from "./operations";
import type { components } from "./schema";

/** A schema of the API by its name in the server's OpenAPI document. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** The JSON around the data of nearly every API response. */
export interface Envelope<T> {
  success: boolean;
  data?: T;
  message?: string;
}

/**
 * A failed request. `message` is "{status}: {body}", for logs and for the generic error display;
 * `serverMessage` is the sentence in the body's `message` field, if the body has one. `isEnvelope` says
 * whether the API itself answered, with `success: false`; a proxy's error page is not an envelope.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly isEnvelope: boolean;
  /** What the failure can be told by, such as "proof_required"; most have none. */
  readonly code: string | undefined;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    this.serverMessage = parseServerMessage(body);
    const { success, code } = parseBody(body);
    this.isEnvelope = success === false;
    this.code = typeof code === "string" ? code : undefined;
  }
}

/** The `message` field of a JSON response body, if there is one. */
export function parseServerMessage(body: string): string | undefined {
  const { message } = parseBody(body);
  return typeof message === "string" && message !== "" ? message : undefined;
}

function parseBody(body: string): { success?: unknown; message?: unknown; code?: unknown } {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

/** What any operation may need. */
interface Parts {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
}

/**
 * Calls an operation of the API. Parameters, body and result have the types of the server's OpenAPI
 * document, so a path cannot be paired with another operation's types. Throws ApiError on failure.
 */
export function request<M extends Method, P extends PathFor<M>>(
  method: M,
  path: P,
  ...options: RequestOptions<M, P>
): Promise<ResponseBody<M, P>> {
  // By way of unknown: the union over all operations is too large for TypeScript to take apart.
  const [{ path: values, query, body } = {}] = options as readonly unknown[] as readonly [Parts?];
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values?.[name] ?? ""));
  return fetchJson(method, query ? `${filled}?${new URLSearchParams(query)}` : filled, body);
}

/** Sends a request with cookies and returns the JSON response; throws ApiError on failure. */
export async function fetchJson<T>(method: Method, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    credentials: "include",
    ...(body !== undefined && {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return (await response.json()) as T;
}

/** Returns the envelope, or throws ApiError if it says that the request did not succeed. */
export function assertSuccess<T>(envelope: Envelope<T>): Envelope<T> {
  if (!envelope.success) throw new ApiError(200, JSON.stringify(envelope), "");
  return envelope;
}

/** Gets the data inside the envelope. */
export async function getData<P extends PathFor<"GET">>(
  path: P,
  ...options: RequestOptions<"GET", P>
): Promise<ResponseData<"GET", P>> {
  const envelope = (await request("GET", path, ...options)) as Envelope<ResponseData<"GET", P>>;
  return assertSuccess(envelope).data as ResponseData<"GET", P>;
}
