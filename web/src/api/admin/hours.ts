import { queryOptions } from "@tanstack/react-query";
import { type DayHours, hoursKeys } from "../hours";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export const adminHoursKeys = { all: ["admin", "business-hours"] as const };

/** The saved days. A day that was never saved is missing. */
export const adminHoursQuery = queryOptions({
  queryKey: adminHoursKeys.all,
  queryFn: () => getAdminData("/api/admin/business-hours"),
});

export function useSaveHours() {
  return useAdminMutation(
    (hours: DayHours) => sendChange("POST", "/api/admin/business-hours", { body: hours }),
    [adminHoursKeys.all, hoursKeys.all],
  );
}
