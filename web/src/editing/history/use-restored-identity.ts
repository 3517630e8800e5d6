import { loadCompany } from "@/api/admin/company";
import type { Version } from "@/api/admin/history";
import { type Identity, usePage } from "@/domain/page-data";

/**
 * Shows the company's name and other facts as a restored or undone version has left them. The page
 * has got them once, when it was loaded.
 */
export function useRestoredIdentity() {
  const { setIdentity } = usePage();
  return async (versions: readonly Version[]) => {
    if (!versions.some(({ kind }) => kind === "company")) return;
    // Nothing is lost if this fails: the next page has the right name.
    const company = await loadCompany().catch(() => undefined);
    if (company) setIdentity?.(company as unknown as Identity);
  };
}
