import { queryOptions } from "@tanstack/react-query";
import { assertSuccess, request, type Schema } from "../client";
import { sendChange } from "./client";

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
    queryFn: async ({ signal }) => {
      const options = { body: { edit: draft }, init: { signal } };
      return assertSuccess(await request("POST", "/api/admin/preview/changes", options))
        .data as PageChanges;
    },
    gcTime: 10_000,
    staleTime: 0,
  });
}

/** A page with the draft in it, or as it is now; the record's own page by default. */
export function draftPageQuery(draft: Draft, { path = "", saved = false } = {}) {
  return queryOptions({
    queryKey: [...keys.all, "page", draft, path, saved],
    queryFn: async ({ signal }) => {
      const options = { body: { edit: draft, path, saved }, init: { signal } };
      return (await sendChange("POST", "/api/admin/preview/page", options)).data as FramedPage;
    },
    gcTime: 10_000,
    staleTime: 0,
  });
}
