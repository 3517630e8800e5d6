import { type DayHours, hoursQuery, type SpecialDay, specialDaysQuery } from "@/api/hours";
import { useData } from "@/lib/data-store";

const none: never[] = [];

/** The days with saved hours. */
export function useSavedHours(): DayHours[] {
  return useData(hoursQuery).data ?? none;
}

/** The special days that are not over yet. */
export function useSpecialDays(): SpecialDay[] {
  return useData(specialDaysQuery).data ?? none;
}
