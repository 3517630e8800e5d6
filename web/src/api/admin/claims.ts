import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { getAdminData, shortStaleTime } from "./client";

export type ClaimReport = Schema<"ClaimReport">;

export const claimKeys = { all: ["admin", "claims"] as const };

/** The restricted wording on the published site. */
export const claimReportQuery = queryOptions({
  queryKey: claimKeys.all,
  queryFn: () => getAdminData("/api/admin/claims"),
  staleTime: shortStaleTime,
});
