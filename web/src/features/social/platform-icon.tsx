import { Globe } from "lucide-react";
import type { CSSProperties } from "react";
import { findPlatform } from "./platforms";

/**
 * The icon of a social platform, or a generic one. Known icons are masks: browsers load them after
 * what the page shows first, and they have the color of the text.
 */
export function PlatformIcon({ platform }: { platform: string }) {
  const known = findPlatform(platform);
  if (!known) return <Globe className="size-5" aria-hidden="true" />;
  return (
    <span
      className="platform-icon"
      style={{ "--icon": `url(/icons/${known.icon}.svg)` } as CSSProperties}
      aria-hidden="true"
    />
  );
}
