import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

export type SocialLink = Schema<"SocialLink">;

export const socialLinkKeys = { all: ["social-links"] as const };

/** The active links. */
export const socialLinksQuery = queryOptions({
  queryKey: socialLinkKeys.all,
  queryFn: () => getData<SocialLink[]>("/api/social-links"),
});
