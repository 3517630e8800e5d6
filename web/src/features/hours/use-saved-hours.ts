import { type DayHours, hoursQuery } from "@/api/hours";
import { useData } from "@/lib/data-store";

const none: DayHours[] = [];

/** The days with saved hours. */
export function useSavedHours(): DayHours[] {
  return useData(hoursQuery).data ?? none;
}
