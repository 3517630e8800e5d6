import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { getAdminData } from "./client";

export type ReviewStatus = Schema<"ReviewStatus">;

/** How the fetching of reviews goes; it changes without anybody's doing, so it is never fresh. */
export const reviewStatusQuery = queryOptions({
  queryKey: ["admin", "google-reviews"] as const,
  queryFn: () => getAdminData<ReviewStatus>("/api/admin/google-reviews"),
  staleTime: 0,
});
