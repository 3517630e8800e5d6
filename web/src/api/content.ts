import type { Query } from "@/lib/data-store";
import { getData, type Schema } from "./client";

export type ContentEntry = Schema<"ContentEntry">;

export const contentKeys = { all: ["content"] as const };

export const contentQuery: Query<ContentEntry[]> = {
  queryKey: contentKeys.all,
  queryFn: () => getData("/api/content"),
};
