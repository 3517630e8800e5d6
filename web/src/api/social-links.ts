import type { Query } from "@/lib/data-store";
import { getData, type Schema } from "./client";

export type SocialLink = Schema<"SocialLink">;

export const socialLinkKeys = { all: ["social-links"] as const };

/** The active links. Null in the page data until a link has been saved. */
export const socialLinksQuery: Query<SocialLink[] | null> = {
  queryKey: socialLinkKeys.all,
  queryFn: () => getData("/api/social-links"),
};
