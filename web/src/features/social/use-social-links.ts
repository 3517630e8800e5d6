import { type SocialLink, socialLinksQuery } from "@/api/social-links";
import { type Identity, usePage } from "@/domain/page-data";
import { useData } from "@/lib/data-store";

/** The saved active links, or the default links until one has been saved. */
export function useSocialLinks(): SocialLink[] {
  const { identity } = usePage();
  const { data: saved } = useData(socialLinksQuery);
  return saved ?? defaultLinks(identity);
}

/** Only Facebook has a target. */
function defaultLinks({ facebookUrl }: Identity): SocialLink[] {
  const urls = { facebook: facebookUrl, instagram: "", twitter: "" };
  return Object.entries(urls).map(([platform, url], index) => ({
    id: -1 - index,
    platform,
    url,
    icon: "",
    active: true,
  }));
}
