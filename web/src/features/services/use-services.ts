import { type Service, serviceQuery, servicesQuery } from "@/api/services";
import { fallbackServices } from "@/domain/fallback-services";
import { usePage } from "@/domain/page-data";
import { useData } from "@/lib/data-store";

/** The services, or undefined while they load. The fallback services if the server has none. */
export function useServices(): Service[] | undefined {
  const { identity } = usePage();
  const { data, isPending } = useData(servicesQuery);
  if (isPending) return undefined;
  return data?.length ? data : fallbackServices(identity);
}

/** The service with a slug: undefined while it loads, null if there is none. */
export function useService(slug: string): Service | null | undefined {
  const { identity } = usePage();
  const one = useData(serviceQuery(slug));
  const fallback = fallbackServices(identity).find((service) => service.slug === slug);
  const missing = !one.isPending && !one.data;
  // A fallback service is shown only if the server has no services at all.
  const all = useData({ ...servicesQuery, enabled: missing && fallback !== undefined });
  if (one.data) return one.data;
  if (missing && !fallback) return null;
  if (one.isPending || all.isPending) return undefined;
  return (all.data?.length === 0 && fallback) || null;
}
