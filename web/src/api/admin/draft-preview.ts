import { queryOptions } from "@tanstack/react-query";
import { ApiError, assertSuccess, type Envelope, type Schema } from "../client";
import { withSession } from "./client";

/** What stands in a form and is not saved, for a preview. */
export type Draft = Schema<"Draft">;
export type PageChanges = Schema<"PageChanges">;
export type ChangedPage = Schema<"ChangedPage">;
export type FramedPage = Schema<"FramedPage">;

const keys = { all: ["admin", "draft-preview"] as const };

/**
 * The pages that would look different if the draft were saved. It runs in the background, so an
 * expired session does not interrupt whoever is typing.
 */
export function pageChangesQuery(draft: Draft) {
  return queryOptions({
    queryKey: [...keys.all, "changes", draft],
    queryFn: ({ signal }) =>
      send<PageChanges>("/api/admin/preview/changes", { edit: draft }, signal),
    gcTime: 10_000,
    staleTime: 0,
  });
}

/** A page with the draft in it, or as it is now; the record's own page by default. */
export function draftPageQuery(draft: Draft, { path = "", saved = false } = {}) {
  return queryOptions({
    queryKey: [...keys.all, "page", draft, path, saved],
    queryFn: ({ signal }) =>
      withSession(() =>
        send<FramedPage>("/api/admin/preview/page", { edit: draft, path, saved }, signal),
      ),
    gcTime: 10_000,
    staleTime: 0,
  });
}

/** Sends a request that the next keystroke may cancel. */
async function send<T>(path: string, body: object, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return assertSuccess((await response.json()) as Envelope<T>).data as T;
}
