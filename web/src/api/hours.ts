import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

export type DayHours = Schema<"DayHours">;

export const hoursKeys = { all: ["business-hours"] as const };

/** The saved days; a day that was never saved is absent. */
export const hoursQuery = queryOptions({
  queryKey: hoursKeys.all,
  queryFn: () => getData<DayHours[]>("/api/business-hours"),
});
