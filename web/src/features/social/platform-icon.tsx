import { Globe } from "lucide-react";
import { findPlatform } from "./platforms";

/** The icon of a social platform, or a generic one. */
export function PlatformIcon({ platform }: { platform: string }) {
  const known = findPlatform(platform);
  if (!known) return <Globe className="size-5" aria-hidden="true" />;
  return (
    <svg className="size-5" fill="currentColor" aria-hidden="true">
      <use href={`/icons/social.svg#${known.icon}`} />
    </svg>
  );
}
