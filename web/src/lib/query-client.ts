import { QueryClient } from "@tanstack/react-query";

/** An API response that came with the page, with its query key. */
export interface SeededQuery {
  key: string[];
  data: unknown;
  /** Only the first part of the response is included. */
  partial?: boolean;
}

/** Requests fail at once while offline, instead of waiting for a connection. */
const networkMode = "always";

/**
 * Creates the query cache. Data that came with the page counts as fetched now, however long the
 * page was cached, so nothing is fetched again. Partial data counts as stale: it is displayed at
 * once and the browser fetches the rest.
 */
export function createQueryClient(seeds: SeededQuery[] = []): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { networkMode, retry: false },
    },
  });
  for (const { key, data, partial } of seeds) {
    client.setQueryData(key, data, partial ? { updatedAt: 0 } : undefined);
  }
  return client;
}
