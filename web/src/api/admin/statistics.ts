import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { getAdminData } from "./client";

export type Report = Schema<"Report">;

/** What happened in a month such as "2026-03"; "" means the current one. */
export function statisticsQuery(month: string) {
  return queryOptions({
    queryKey: ["admin", "statistics", month],
    queryFn: () => getAdminData("/api/admin/statistics", { query: month ? { month } : {} }),
    // The numbers grow while nobody looks.
    staleTime: 0,
  });
}
