import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { getAdminData, shortStaleTime } from "./client";

export type ReviewStatus = Schema<"ReviewStatus">;

/** How many reviews were fetched, and when. The server fetches by itself, so this is soon stale. */
export const reviewStatusQuery = queryOptions({
  queryKey: ["admin", "google-reviews"] as const,
  queryFn: () => getAdminData("/api/admin/google-reviews"),
  staleTime: shortStaleTime,
});
