import { QueryClient, type RefetchOptions, type RefetchQueryFilters } from "@tanstack/react-query";

/** Requests fail at once while offline, instead of waiting for a connection. */
const networkMode = "always";

/** A query cache in which no query keeps what the server answered before a change. */
class FreshQueryClient extends QueryClient {
  /**
   * TanStack Query lets a query that has no data yet end the fetch that is under way, and takes its
   * answer for new. The server may have given it before the change, so these are fetched once more.
   * invalidateQueries comes here too.
   */
  override async refetchQueries(
    filters?: RefetchQueryFilters,
    options?: RefetchOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      .filter(({ state }) => state.data === undefined);
    await super.refetchQueries(filters, options);
    for (const { queryKey } of first) {
      await super.refetchQueries({ ...filters, queryKey, exact: true }, options);
    }
  }
}

/** Creates the query cache of the back office. */
export function createQueryClient(): QueryClient {
  return new FreshQueryClient({
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
}
