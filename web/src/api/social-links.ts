import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

export type SocialLink = Schema<"SocialLink">;

export const socialLinkKeys = { all: ["social-links"] as const };

/** The active links; null in a page's data as long as none was ever saved. */
export const socialLinksQuery = queryOptions({
  queryKey: socialLinkKeys.all,
  queryFn: () => getData<SocialLink[] | null>("/api/social-links"),
});
