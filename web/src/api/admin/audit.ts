import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { getAdminData } from "./client";

export type AuditEvent = Schema<"AuditEvent">;

export const auditKeys = { all: ["admin", "audit"] as const };

const pageSize = 50;

/** The audit log page by page, newest first. */
export const auditQuery = infiniteQueryOptions({
  queryKey: auditKeys.all,
  queryFn: ({ pageParam }) =>
    getAdminData("/api/admin/audit", { query: { limit: pageSize, before: pageParam } }),
  initialPageParam: 0,
  getNextPageParam: (page) => (page.length === pageSize ? page.at(-1)?.id : undefined),
  // Others add to it.
  staleTime: 0,
});
