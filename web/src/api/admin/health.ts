import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export type SiteHealth = Schema<"SiteHealth">;
export type HealthLine = Schema<"Line">;

export type RecoverySheet = Schema<"Sheet">;

const healthKeys = {
  all: ["admin", "health"] as const,
  backups: ["admin", "health", "backups"] as const,
};

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

/** How the backups are as a whole. */
export const backupStatusQuery = queryOptions({
  queryKey: healthKeys.backups,
  queryFn: () => getAdminData("/api/admin/backups/status"),
  staleTime: 0,
});

/** What brings the site back. Not a query: it holds a key, which no cache shall keep. */
export const getRecoverySheet = () => getAdminData("/api/admin/recovery-sheet");

/** Shows with four of its words that the recovery sheet is printed. */
export function useConfirmSheet() {
  return useAdminMutation(
    (words: string[]) => sendChange("POST", "/api/admin/recovery-sheet", { body: { words } }),
    [healthKeys.all],
  );
}
