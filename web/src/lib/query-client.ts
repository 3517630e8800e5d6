import { QueryClient } from "@tanstack/react-query";

/** An answer of the API that came with the page, under its query key. */
export interface SeededQuery {
  key: string[];
  data: unknown;
  /** Only the beginning of the answer came along. */
  partial?: boolean;
}

/** Whoever has no connection is told so at once, instead of waiting until there is one. */
const networkMode = "always";

/**
 * Makes the cache of API answers. What came with the page counts as fetched now, however long the
 * page itself was cached, so that nothing is asked for again. What came only in part counts as old:
 * it is shown at once, and the browser asks for the whole.
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
