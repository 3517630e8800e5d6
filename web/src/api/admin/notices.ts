import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { auditKeys } from "./audit";
import { adminChatKeys } from "./chat";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export type NoticeSettings = Schema<"NoticeSettings">;
export type NoticeEdit = Schema<"NoticeEdit">;

const noticeKeys = { all: ["admin", "notices"] as const };

/** The mail server, the recipients and the webhook of notices, without secrets. */
export const noticesQuery = queryOptions({
  queryKey: noticeKeys.all,
  queryFn: () => getAdminData("/api/admin/notices"),
  staleTime: 0,
});

export function useSaveNotices() {
  return useAdminMutation(
    (body: NoticeEdit) => sendChange("POST", "/api/admin/notices", { body }),
    [noticeKeys.all, adminChatKeys.all, auditKeys.all],
  );
}

/** Switches the message about each month on or off. */
export function useSetMonthly() {
  return useAdminMutation(
    (on: boolean) => sendChange("POST", "/api/admin/notices/monthly", { body: { on } }),
    [noticeKeys.all, auditKeys.all],
  );
}
