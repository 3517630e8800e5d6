import { useQuery } from "@tanstack/react-query";
import { type DayHours, hoursQuery } from "@/api/hours";

const none: DayHours[] = [];

/** The days with saved hours. */
export function useSavedHours(): DayHours[] {
  return useQuery(hoursQuery).data ?? none;
}
