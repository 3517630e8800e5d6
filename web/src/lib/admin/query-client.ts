import { QueryClient } from "@tanstack/react-query";

/** Requests fail at once while offline, instead of waiting for a connection. */
const networkMode = "always";

/** Creates the query cache of the back office. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
