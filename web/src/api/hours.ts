import type { Query } from "@/lib/data-store";
import { getData, type Schema } from "./client";

export type DayHours = Schema<"DayHours">;

export const hoursKeys = { all: ["business-hours"] as const };

/** The saved days. A day that was never saved is missing. */
export const hoursQuery: Query<DayHours[]> = {
  queryKey: hoursKeys.all,
  queryFn: () => getData("/api/business-hours"),
};
