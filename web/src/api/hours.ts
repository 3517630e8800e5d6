import type { Query } from "@/lib/data-store";
import { getData, type Schema } from "./client";

export type DayHours = Schema<"DayHours">;

/** A day, or several in a row, with other hours than the week's. */
export type SpecialDay = Schema<"SpecialDay">;

export const hoursKeys = {
  all: ["business-hours"] as const,
  specialDays: ["special-days"] as const,
};

/** The saved days. A day that was never saved is missing. */
export const hoursQuery: Query<DayHours[]> = {
  queryKey: hoursKeys.all,
  queryFn: () => getData("/api/business-hours"),
};

/** The special days that are not over yet, by date. */
export const specialDaysQuery: Query<SpecialDay[]> = {
  queryKey: hoursKeys.specialDays,
  queryFn: () => getData("/api/special-days"),
};
