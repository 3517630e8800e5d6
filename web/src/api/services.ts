import type { Query } from "@/lib/data-store";
import { getData, type Schema } from "./client";

/** A service. Its fullDescription is sanitized HTML, its template sanitized HTML with variables. */
export type Service = Schema<"Service">;

export const serviceKeys = {
  all: ["services"] as const,
  one: (slugOrId: string) => ["services", slugOrId] as const,
};

export const servicesQuery: Query<Service[]> = {
  queryKey: serviceKeys.all,
  queryFn: () => getData("/api/services"),
};

/** One service by slug, or by id in the back office. Null in the data of a not-found page. */
export function serviceQuery(slugOrId: string): Query<Service | null> {
  return {
    queryKey: serviceKeys.one(slugOrId),
    queryFn: () => getData("/api/services/{ref}", { path: { ref: slugOrId } }),
    enabled: slugOrId !== "",
  };
}
