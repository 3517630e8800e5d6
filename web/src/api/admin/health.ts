import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export type SiteHealth = Schema<"SiteHealth">;
export type HealthLine = Schema<"Line">;

const healthKeys = { all: ["admin", "health"] as const };

/** What needs attention, and what to do about it. */
export const healthQuery = queryOptions({
  queryKey: healthKeys.all,
  queryFn: () => getAdminData("/api/admin/health"),
  // Most of it changes without anybody's doing.
  staleTime: 0,
});

/** Begins a backup. */
export function useStartBackup() {
  return useAdminMutation(() => sendChange("POST", "/api/admin/backups", {}), [healthKeys.all]);
}
