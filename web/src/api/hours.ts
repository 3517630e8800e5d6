import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

export type DayHours = Schema<"DayHours">;

export const hoursKeys = { all: ["business-hours"] as const };

/** The saved days. A day that was never saved is missing. */
export const hoursQuery = queryOptions({
  queryKey: hoursKeys.all,
  queryFn: () => getData("/api/business-hours"),
});
