import type { Query } from "@/lib/data-store";
import { getData, type Schema } from "./client";

export type ContentEntry = Schema<"ContentEntry">;

export const contentKeys = { all: ["content"] as const };

export const contentQuery: Query<ContentEntry[]> = {
  queryKey: contentKeys.all,
  queryFn: () => getData("/api/content"),
};

/** The content of one page. It comes with the document and is never fetched by itself. */
export function pageContentQuery(page: string): Query<ContentEntry[]> {
  return { ...contentQuery, queryKey: [...contentKeys.all, page], enabled: false };
}
