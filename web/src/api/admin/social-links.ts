import { queryOptions } from "@tanstack/react-query";
import { type SocialLink, socialLinkKeys } from "../social-links";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** A link to save; without an id it is created. */
export type SocialLinkEdit = Omit<SocialLink, "id"> & { id?: number };

export const adminSocialLinkKeys = { all: ["admin", "social-links"] as const };

/** All links, including inactive ones. */
export const adminSocialLinksQuery = queryOptions({
  queryKey: adminSocialLinkKeys.all,
  queryFn: () => getAdminData("/api/admin/social-links"),
});

export function useSaveSocialLink() {
  return useAdminMutation(
    (link: SocialLinkEdit) => sendChange("POST", "/api/admin/social-links", { body: link }),
    [adminSocialLinkKeys.all, socialLinkKeys.all],
  );
}
