import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getAdminData, sendChange } from "./admin-client";
import { type DayHours, hoursKeys } from "./hours";

export const adminHoursKeys = { all: ["admin", "business-hours"] as const };

/** The saved days; a day that was never saved is absent. */
export const adminHoursQuery = queryOptions({
  queryKey: adminHoursKeys.all,
  queryFn: () => getAdminData<DayHours[]>("/api/admin/business-hours"),
});

export function useSaveHours() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (hours: DayHours) => sendChange("POST", "/api/admin/business-hours", hours),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: adminHoursKeys.all }),
        queryClient.invalidateQueries({ queryKey: hoursKeys.all }),
      ]),
  });
}
