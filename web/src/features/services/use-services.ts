import { type Service, serviceQuery, servicesQuery } from "@/api/services";
import { fallbackServices } from "@/domain/fallback-services";
import { usePage } from "@/domain/page-data";
import { useData } from "@/lib/data-store";

/** The services, or undefined while they load. The fallback services if the server has none. */
export function useServices(): Service[] | undefined {
  const { identity } = usePage();
  const { data, isPending } = useData(servicesQuery);
  if (isPending) return undefined;
  const shown = data?.filter(isShown) ?? [];
  return shown.length > 0 ? shown : fallbackServices(identity);
}

/**
 * The service with a slug: undefined while nothing is known of it, null if there is none. While it
 * loads, it is what the list of services says, if a page before has shown that.
 */
export function useService(slug: string): Service | null | undefined {
  const { identity } = usePage();
  const one = useData(serviceQuery(slug));
  const listed = useData({ ...servicesQuery, enabled: false }).data?.find(
    (service) => service.slug === slug && isShown(service),
  );
  const fallback = fallbackServices(identity).find((service) => service.slug === slug);
  const found = one.data && isShown(one.data) ? one.data : null;
  const missing = !one.isPending && !found;
  // A fallback service is shown only if the server says that it has no services at all.
  const all = useData({ ...servicesQuery, enabled: missing && fallback !== undefined });
  if (found) return found;
  if (one.isPending && listed) return listed;
  if (missing && !fallback) return null;
  if (one.isPending || all.isPending) return undefined;
  return (all.data && !all.data.some(isShown) && fallback) || null;
}

// The server sends hidden services to administrators only, who see the public pages as visitors do.
function isShown({ hidden }: Service): boolean {
  return !hidden;
}
