import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

export type SocialLink = Schema<"SocialLink">;

export const socialLinkKeys = { all: ["social-links"] as const };

/** The active links. Null in the page data until a link has been saved. */
export const socialLinksQuery = queryOptions({
  queryKey: socialLinkKeys.all,
  queryFn: (): Promise<SocialLink[] | null> => getData("/api/social-links"),
});
