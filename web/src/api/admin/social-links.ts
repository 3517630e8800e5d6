import { queryOptions } from "@tanstack/react-query";
import { type SocialLink, socialLinkKeys } from "../social-links";
import { getAdminData, sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** A link on its way to the server; without an id it is a new one. */
export type SocialLinkChange = Omit<SocialLink, "id"> & { id?: number };

export const adminSocialLinkKeys = { all: ["admin", "social-links"] as const };

/** All links, the inactive ones too. */
export const adminSocialLinksQuery = queryOptions({
  queryKey: adminSocialLinkKeys.all,
  queryFn: () => getAdminData<SocialLink[]>("/api/admin/social-links"),
});

export function useSaveSocialLink() {
  return useAdminMutation(
    (link: SocialLinkChange) => sendChange("POST", "/api/admin/social-links", link),
    [adminSocialLinkKeys.all, socialLinkKeys.all],
  );
}
