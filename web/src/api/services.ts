import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

/** Its fullDescription is safe HTML, its template safe HTML with placeholders. */
export type Service = Schema<"Service">;

export const serviceKeys = {
  all: ["services"] as const,
  one: (slugOrId: string) => ["services", slugOrId] as const,
};

export const servicesQuery = queryOptions({
  queryKey: serviceKeys.all,
  queryFn: () => getData<Service[]>("/api/services"),
});

/** One service by slug, or by id in the back office; null when the page came without it. */
export function serviceQuery(slugOrId: string) {
  return queryOptions({
    queryKey: serviceKeys.one(slugOrId),
    queryFn: () => getData<Service | null>(`/api/services/${encodeURIComponent(slugOrId)}`),
    enabled: slugOrId !== "",
  });
}
