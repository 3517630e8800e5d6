import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

export type ContentEntry = Schema<"ContentEntry">;

export const contentKeys = {
  all: ["content"] as const,
  page: (page: string) => ["content", page] as const,
};

export const contentQuery = queryOptions({
  queryKey: contentKeys.all,
  queryFn: () => getData("/api/content"),
});

/**
 * The content of one page. A document carries that of its own page. For the others all content is
 * fetched, once.
 */
export function pageContentQuery(client: QueryClient, page: string) {
  return queryOptions({
    queryKey: contentKeys.page(page),
    queryFn: () => client.ensureQueryData(contentQuery),
    initialData: () => client.getQueryData(contentQuery.queryKey),
  });
}
