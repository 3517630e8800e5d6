import { ExternalLink } from "@/ui/external-link";
import { PlaceholderLink } from "@/ui/placeholder-link";
import { PlatformIcon } from "./platform-icon";
import { findPlatform } from "./platforms";
import { useSocialLinks } from "./use-social-links";

const linkClass = "grid size-11 place-items-center rounded-full border border-line";

/** The company's social links as icons. */
export function SocialLinks() {
  const links = useSocialLinks();
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2.5">
      {links.map(({ id, platform, icon, url }) => {
        const mark = (
          <>
            <PlatformIcon platform={icon || platform} />
            <span className="sr-only">{findPlatform(platform)?.name ?? platform}</span>
          </>
        );
        return (
          <li key={id}>
            {url ? (
              <ExternalLink
                href={url}
                className={`${linkClass} transition-colors hover:border-glow hover:text-accent`}
              >
                {mark}
              </ExternalLink>
            ) : (
              <PlaceholderLink className={`${linkClass} text-soft`}>{mark}</PlaceholderLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
