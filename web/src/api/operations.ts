import type { paths } from "./schema";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

type Operation<M extends Method, P extends keyof paths> = paths[P][Lowercase<M>];

/** The paths of the OpenAPI document that have an operation for a method. */
export type PathFor<M extends Method> = {
  [P in keyof paths]: Operation<M, P> extends { responses: unknown } ? P : never;
}[keyof paths];

type PathValues<Op> = Op extends { parameters: { path: infer Values } }
  ? { path: Values }
  : { path?: undefined };

type QueryValues<Op> = Op extends { parameters: { query?: infer Values } }
  ? { query?: Values }
  : { query?: undefined };

type RequestBody<Op> = Op extends { requestBody?: never }
  ? { body?: undefined }
  : Op extends { requestBody: { content: { "application/json": infer Body } } }
    ? { body: Body }
    : Op extends { requestBody?: { content: { "application/json": infer Body } } }
      ? { body?: Body }
      : { body?: undefined };

/** The JSON that an operation takes. */
export type BodyOf<M extends Method, P extends keyof paths> =
  RequestBody<Operation<M, P>> extends { body: infer Body } ? Body : never;

/** The rest of a request: headers, or a signal that aborts it. */
interface Init {
  init?: Omit<RequestInit, "method" | "body">;
}

type Options<Op> = PathValues<Op> & QueryValues<Op> & RequestBody<Op> & Init;

/** The last argument of a request: an operation's parameters and body, optional if none is required. */
export type RequestOptions<M extends Method, P extends keyof paths> =
  Record<never, never> extends Options<Operation<M, P>>
    ? [options?: Options<Operation<M, P>>]
    : [options: Options<Operation<M, P>>];

/** The JSON of an operation's successful response. */
export type ResponseBody<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: { 200: { content: { "application/json": infer Body } } } }
    ? Body
    : never;

/** The data inside the envelope of an operation's successful response. */
export type ResponseData<M extends Method, P extends keyof paths> =
  ResponseBody<M, P> extends { data: infer Data } ? Data : never;
