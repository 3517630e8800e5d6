import { queryOptions } from "@tanstack/react-query";
import { getData } from "./client";

export interface SocialLink {
  id: number;
  platform: string;
  url: string;
  icon: string;
  active: boolean;
}

export const socialLinkKeys = { all: ["social-links"] as const };

/** The active links. */
export const socialLinksQuery = queryOptions({
  queryKey: socialLinkKeys.all,
  queryFn: () => getData<SocialLink[]>("/api/social-links"),
});
