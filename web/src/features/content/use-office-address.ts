import { pageContentQuery } from "@/api/content";
import { type OfficeAddress, parseOfficeAddress } from "@/domain/office-address";
import { usePage } from "@/domain/page-data";
import { useData } from "@/lib/data-store";

/** Where the office is: the edited Office Address, or the company's. */
export function useOfficeAddress(): OfficeAddress {
  const { identity } = usePage();
  const { data: entries = [] } = useData(pageContentQuery("every"));
  const edited = entries.find(({ key }) => key === "office_address")?.content ?? "";
  return parseOfficeAddress(edited) ?? identity;
}
