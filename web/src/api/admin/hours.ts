import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { hoursKeys } from "../hours";
import { getAdminData, sendChange, sendSave } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

export const adminHoursKeys = {
  all: ["admin", "business-hours"] as const,
  specialDays: ["admin", "special-days"] as const,
};

/** Hours of a day to save, and of the days that get the same. */
export type HoursEdit = Schema<"DayHoursEdit">;

/** A special day to save; without an id it is created. */
export type SpecialDayEdit = Schema<"SpecialDayEdit">;

/** The saved days. A day that was never saved is missing. */
export const adminHoursQuery = queryOptions({
  queryKey: adminHoursKeys.all,
  queryFn: () => getAdminData("/api/admin/business-hours"),
});

export function useSaveHours() {
  return useAdminMutation(
    (hours: HoursEdit) => sendChange("POST", "/api/admin/business-hours", { body: hours }),
    [adminHoursKeys.all, hoursKeys.all],
  );
}

/** All special days, past ones too. */
export const adminSpecialDaysQuery = queryOptions({
  queryKey: adminHoursKeys.specialDays,
  queryFn: () => getAdminData("/api/admin/special-days"),
});

export function useSaveSpecialDay() {
  return useAdminMutation(
    (day: SpecialDayEdit, key) => sendSave("/api/admin/special-days", day, key),
    [adminHoursKeys.specialDays, hoursKeys.specialDays],
  );
}

export function useDeleteSpecialDay() {
  return useAdminMutation(
    (id: number) => sendChange("DELETE", "/api/admin/special-days/{id}", { path: { id } }),
    [adminHoursKeys.specialDays, hoursKeys.specialDays],
  );
}
