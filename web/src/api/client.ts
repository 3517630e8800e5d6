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
  /** Wordings that advertising rules restrict, each with the reason. */
  claims?: string[];
  /** What was removed from the HTML for safety. */
  removed?: string[];
}

/** The JSON of a failed response. A proxy's error page has none of it. */
export interface Failure {
  /** False if the API itself answered. */
  success?: boolean;
  message?: string;
  /** What the failure can be told by, such as "proof_required"; most have none. */
  code?: string;
  /** The field that was refused by its name in the API, and the rule that it breaks. */
  field?: string;
  rule?: string;
  /** With 409: the stored record that the save would have overwritten. */
  data?: unknown;
}

/** A failed request. `message` is "{status}: {body}", for logs and for the generic error display. */
export class ApiError extends Error {
  readonly body: Failure;

  constructor(
    readonly status: number,
    text: string,
    statusText: string,
  ) {
    super(`${status}: ${text || statusText}`);
    this.name = "ApiError";
    this.body = parseFailure(text);
  }

  /** The sentence for people in the body, if it has one. */
  get serverMessage(): string | undefined {
    const { message } = this.body;
    return typeof message === "string" && message !== "" ? message : undefined;
  }

  /** Whether the API itself answered; a proxy's error page is not an envelope. */
  get isEnvelope(): boolean {
    return this.body.success === false;
  }
}

export function parseFailure(text: string): Failure {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** What any operation may need. */
interface Parts {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  init?: RequestInit;
}

/**
 * Calls an operation of the API. Parameters, body and result have the types of the server's OpenAPI
 * document, so a path cannot be paired with another operation's types. Throws ApiError on failure.
 */
export async function request<M extends Method, P extends PathFor<M>>(
  method: M,
  path: P,
  ...options: RequestOptions<M, P>
): Promise<ResponseBody<M, P>> {
  return (await send(method, path, options)).json();
}

async function send(
  method: Method,
  path: string,
  options: readonly unknown[] = [],
): Promise<Response> {
  // By way of unknown: the union over all operations is too large for TypeScript to take apart.
  const { path: values, query, body, init } = (options as readonly [Parts?])[0] ?? {};
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values?.[name] ?? ""));
  const response = await fetch(query ? `${filled}?${new URLSearchParams(query)}` : filled, {
    method,
    credentials: "include",
    ...init,
    ...(body !== undefined && {
      headers: { "Content-Type": "application/json", ...init?.headers },
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
  const response = await send("GET", path, options);
  const envelope = (await response.json()) as Envelope<ResponseData<"GET", P>>;
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get("Link") ?? "")?.[1];
  return { data: assertSuccess(envelope).data as ResponseData<"GET", P>, next };
}
