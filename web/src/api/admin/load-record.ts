import type { FetchQueryOptions, QueryClient, QueryKey } from "@tanstack/react-query";
import { isDeleted } from "./client";

/** Gets a record as it is now from the query that it is part of; null if it was deleted. */
export async function loadFrom<Data, Key extends QueryKey, R>(
  client: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
  find: (data: Data) => R | null | undefined,
): Promise<R | null> {
  try {
    return find(await client.fetchQuery({ ...query, staleTime: 0 })) ?? null;
  } catch (error) {
    if (isDeleted(error)) return null;
    throw error;
  }
}

/** Finds the record with the ID in a list. */
export function byId<R extends { id: unknown }>(id: R["id"]): (list: R[]) => R | undefined {
  return (list) => list.find((record) => record.id === id);
}
