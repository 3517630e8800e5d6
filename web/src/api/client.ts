import type { components } from "./schema";

/** A shape of the API by its name in the server's description. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** The envelope of every answer of the API. */
export interface Envelope<T> {
  success: boolean;
  data?: T;
  message?: string;
}

/** A request that did not succeed; message, when there is one, is the server's own sentence. */
export class ApiError extends Error {
  readonly status: number;
  readonly serverMessage: string | undefined;

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    this.serverMessage = parseServerMessage(body);
  }
}

/** The sentence for people in the body of a failed answer, if there is one. */
export function parseServerMessage(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === "string" && message !== "" ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Sends a request with cookies and returns the JSON answer; throws ApiError on a failed one. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
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

/** The answer, if it is a success; whatever is not one is thrown, even with a status that says so. */
export function assertSuccess<T>(answer: Envelope<T>): Envelope<T> {
  if (!answer.success) throw new ApiError(200, JSON.stringify(answer), "");
  return answer;
}

/** Gets the data inside the envelope. */
export async function getData<T>(path: string): Promise<T> {
  return assertSuccess(await request<Envelope<T>>("GET", path)).data as T;
}
