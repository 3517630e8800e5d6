import type { Schema } from "../client";
import { getAdminData, sendChange } from "./client";

/** The key of the query for whether this browser gets notifications. */
export const pushStateKey = ["admin", "push"] as const;

export type PushDraft = Schema<"PushSubscription">;

/** The key that the browser must subscribe with. */
export async function getPushKey(): Promise<string> {
  return (await getAdminData("/api/admin/push")).publicKey;
}

/** Makes the server send notices to this browser. */
export function savePushSubscription(draft: PushDraft) {
  return sendChange("POST", "/api/admin/push", { body: draft });
}

export function endPushSubscription(endpoint: string) {
  return sendChange("POST", "/api/admin/push/end", { body: { endpoint } });
}
