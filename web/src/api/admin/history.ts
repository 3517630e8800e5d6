import { infiniteQueryOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { Envelope, Schema } from "../client";
import { getAdminData, sendChange } from "./client";
import { companyKeys } from "./company";
import { useAdminMutation } from "./use-admin-mutation";

export type Version = Schema<"Version">;

/** A record that has versions. */
export interface VersionedRecord {
  kind: Version["kind"];
  id: string;
}

export const historyKeys = { all: ["admin", "history"] as const };

const pageSize = 20;

/** The versions of a record, or of everything, page by page and newest first. */
export function historyQuery(record?: VersionedRecord) {
  return infiniteQueryOptions({
    queryKey: [...historyKeys.all, record ?? "everything"],
    queryFn: ({ pageParam }) =>
      getAdminData("/api/admin/history", {
        query: { ...record, limit: pageSize, before: pageParam },
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
    // Every save adds to it.
    staleTime: 0,
  });
}

/** The version of the same record before this one; null if there is none. */
export function versionBeforeQuery({ id, kind, recordId }: Version) {
  return queryOptions({
    queryKey: [...historyKeys.all, "before", id],
    queryFn: async () => {
      const query = { kind, id: recordId, before: id, limit: 1 };
      return (await getAdminData("/api/admin/history", { query }))[0] ?? null;
    },
  });
}

/** Refetches everything that a restored record is shown in. */
function useRefetchRestored() {
  const client = useQueryClient();
  return ({ data }: Envelope<Version>) => {
    // Its forms keep what they started with, so they start anew.
    if (data?.kind === "company") void client.resetQueries({ queryKey: companyKeys.all });
    return client.invalidateQueries();
  };
}

/** Restores a version; basedOn is the newest version of the record that the person has seen. */
export function useRestoreVersion() {
  const refetch = useRefetchRestored();
  return useAdminMutation(
    async ({ id, basedOn }: { id: number; basedOn: number }) => {
      const options = { path: { id }, body: { basedOn } };
      const envelope = await sendChange("POST", "/api/admin/history/{id}/restore", options);
      await refetch(envelope);
      return envelope;
    },
    [historyKeys.all],
  );
}

/**
 * Takes back changes by the versions that they have stored, the last one first, and returns these
 * versions.
 */
export function useUndo() {
  const refetch = useRefetchRestored();
  return async (versions: readonly number[]) => {
    const undone: Version[] = [];
    for (const id of [...versions].reverse()) {
      const envelope = await sendChange("POST", "/api/admin/history/{id}/undo", { path: { id } });
      await refetch(envelope);
      if (envelope.data) undone.push(envelope.data);
    }
    return undone;
  };
}
