import { queryOptions } from "@tanstack/react-query";
import { type SocialLink, socialLinkKeys } from "../social-links";
import { getAdminData, sendChange, sendSave } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** A link to save; without an id it is created. */
export type SocialLinkEdit = Omit<SocialLink, "id" | "updatedAt"> & {
  id?: number;
  /** updatedAt of the version that was edited; the server refuses the edit if it is outdated. */
  basedOn?: string;
};

export const adminSocialLinkKeys = { all: ["admin", "social-links"] as const };

/** All links, including inactive ones. */
export const adminSocialLinksQuery = queryOptions({
  queryKey: adminSocialLinkKeys.all,
  queryFn: () => getAdminData("/api/admin/social-links"),
});

export function useSaveSocialLink() {
  return useAdminMutation(
    (link: SocialLinkEdit, key) => sendSave("/api/admin/social-links", link, key),
    [adminSocialLinkKeys.all, socialLinkKeys.all],
  );
}

export function useDeleteSocialLink() {
  return useAdminMutation(
    (id: number) => sendChange("DELETE", "/api/admin/social-links/{id}", { path: { id } }),
    [adminSocialLinkKeys.all, socialLinkKeys.all],
  );
}

/** Sets the order of all links. */
export function useOrderSocialLinks() {
  return useAdminMutation(
    (ids: number[]) => sendChange("POST", "/api/admin/social-links/order", { body: { ids } }),
    [adminSocialLinkKeys.all, socialLinkKeys.all],
  );
}
