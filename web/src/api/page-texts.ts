import type { Query } from "@/lib/data-store";
import { getData } from "./client";

/** A page with texts that the owner may replace. */
export type TextPage = "home" | "about" | "programs" | "services";

/** The texts of a page, by key. */
export function pageTextsQuery(page: TextPage): Query<Record<string, string>> {
  return {
    queryKey: ["page-texts", page],
    queryFn: () => getData("/api/page-texts/{page}", { path: { page } }),
  };
}
