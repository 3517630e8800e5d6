import { queryOptions } from "@tanstack/react-query";
import { getData } from "./client";

export interface DayHours {
  day: string;
  openTime: string;
  closeTime: string;
  isClosed: boolean;
}

export const hoursKeys = { all: ["business-hours"] as const };

/** The saved days; a day that was never saved is absent. */
export const hoursQuery = queryOptions({
  queryKey: hoursKeys.all,
  queryFn: () => getData<DayHours[]>("/api/business-hours"),
});
