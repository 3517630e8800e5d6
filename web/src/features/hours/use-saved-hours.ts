import { useQuery } from "@tanstack/react-query";
import { type DayHours, hoursQuery } from "@/api/hours";

const none: DayHours[] = [];

/** The days whose hours were saved. */
export function useSavedHours(): DayHours[] {
  return useQuery(hoursQuery).data ?? none;
}
