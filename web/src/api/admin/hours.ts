import { queryOptions } from "@tanstack/react-query";
import { type DayHours, hoursKeys } from "../hours";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export const adminHoursKeys = { all: ["admin", "business-hours"] as const };

/** The saved days; a day that was never saved is absent. */
export const adminHoursQuery = queryOptions({
  queryKey: adminHoursKeys.all,
  queryFn: () => getAdminData<DayHours[]>("/api/admin/business-hours"),
});

export function useSaveHours() {
  return useAdminMutation(
    (hours: DayHours) => sendChange("POST", "/api/admin/business-hours", hours),
    [adminHoursKeys.all, hoursKeys.all],
  );
}
