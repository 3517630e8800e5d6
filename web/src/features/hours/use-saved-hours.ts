import { useQuery } from "@tanstack/react-query";
import { type DayHours, hoursQuery, type SpecialDay, specialDaysQuery } from "@/api/hours";

const none: never[] = [];

/** The days with saved hours. */
export function useSavedHours(): DayHours[] {
  return useQuery(hoursQuery).data ?? none;
}

/** The special days that are not over yet. */
export function useSpecialDays(): SpecialDay[] {
  return useQuery(specialDaysQuery).data ?? none;
}
