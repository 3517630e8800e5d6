import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

export type ContentEntry = Schema<"ContentEntry">;

export const contentKeys = { all: ["content"] as const };

export const contentQuery = queryOptions({
  queryKey: contentKeys.all,
  queryFn: () => getData("/api/content"),
});
