import { queryOptions } from "@tanstack/react-query";
import type { Schema } from "../client";
import { postKeys } from "../posts";
import { serviceKeys } from "../services";
import { claimKeys } from "./claims";
import { getAdminData, sendChange, shortStaleTime } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** The facts about the company and the texts of fixed pages. */
export type Company = Schema<"Company">;
export type Person = Schema<"TeamMember">;
export type TextField = Schema<"TextField">;

/** What to change; a field that is left out keeps its stored value. */
export type CompanyEdit = Schema<"CompanyEdit">;

export type Checklist = Schema<"Checklist">;

export const companyKeys = { all: ["admin", "company"] as const };
export const checklistKeys = { all: ["admin", "checklist"] as const };

export function loadCompany() {
  return getAdminData("/api/admin/company");
}

/**
 * The company for the form of one section. It is loaded anew whenever a section is opened: a form must
 * not start from an older version.
 */
export function companyQuery(section: string) {
  return queryOptions({
    queryKey: [...companyKeys.all, section],
    queryFn: loadCompany,
    gcTime: 0,
  });
}

export function useSaveCompany() {
  return useAdminMutation(
    (edit: CompanyEdit) => sendChange("POST", "/api/admin/company", { body: edit }),
    // Starter texts that nobody has edited follow the company.
    [companyKeys.all, checklistKeys.all, claimKeys.all, serviceKeys.all, postKeys.all],
  );
}

export type FormerTexts = Schema<"FormerTexts">;

const formerKeys = { all: ["admin", "former-texts"] as const };

/** The texts in which former facts of the company still stand. Every save may change them. */
export const formerTextsQuery = queryOptions({
  queryKey: formerKeys.all,
  queryFn: () => getAdminData("/api/admin/former-texts"),
  staleTime: 0,
});

export function useReplaceFormer() {
  return useAdminMutation(
    (seen: string) => sendChange("POST", "/api/admin/former-texts", { body: { seen } }),
    [["admin"], serviceKeys.all, postKeys.all],
  );
}

/** The first steps. Much of what they depend on changes elsewhere, so this is soon stale. */
export const checklistQuery = queryOptions({
  queryKey: checklistKeys.all,
  queryFn: () => getAdminData("/api/admin/checklist"),
  staleTime: shortStaleTime,
});

export function useDismissChecklist() {
  return useAdminMutation<void>(
    () => sendChange("DELETE", "/api/admin/checklist"),
    [checklistKeys.all],
  );
}

export type Palette = Schema<"PaletteData">;

/** All colors of the site for two of them, and pairs to choose from. */
export function paletteQuery(colors: { main: string; accent: string }) {
  return queryOptions({
    queryKey: ["admin", "palette", colors.main, colors.accent],
    queryFn: async () =>
      (await sendChange("POST", "/api/admin/company/palette", { body: colors })).data as Palette,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
