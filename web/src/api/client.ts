import type { Method, PathFor, RequestOptions, ResponseBody, ResponseData } from "./operations";
import type { components } from "./schema";

/** A schema of the API by its name in the server's OpenAPI document. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** The JSON around the data of nearly every API response. */
export interface Envelope<T> {
  success: boolean;
  data?: T;
  message?: string;
  /** The versions that the request has stored. */
  versions?: number[];
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
  const parts = partsOf(options);
  return fetchJson(method, fillUrl(path, parts), parts.body);
}

/** By way of unknown: the union over all operations is too large for TypeScript to take apart. */
function partsOf(options: readonly unknown[]): Parts {
  return (options as readonly [Parts?])[0] ?? {};
}

function fillUrl(path: string, { path: values, query }: Parts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values?.[name] ?? ""));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Sends a request with cookies and returns the JSON response; throws ApiError on failure. */
export async function fetchJson<T>(method: Method, url: string, body?: unknown): Promise<T> {
  return (await (await send(method, url, body)).json()) as T;
}

async function send(method: Method, url: string, body?: unknown): Promise<Response> {
  const response = await fetch(url, {
    method,
    credentials: "include",
    ...(body !== undefined && {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return response;
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

/** Gets a part of a list, and the URL of the next part unless it is the last one. */
export async function getPart<P extends PathFor<"GET">>(
  path: P,
  ...options: RequestOptions<"GET", P>
): Promise<{ data: ResponseData<"GET", P>; next: string | undefined }> {
  const response = await send("GET", fillUrl(path, partsOf(options)));
  const envelope = (await response.json()) as Envelope<ResponseData<"GET", P>>;
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1];
  return { data: assertSuccess(envelope).data as ResponseData<"GET", P>, next };
}
