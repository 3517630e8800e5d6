import type { CSSProperties } from "react";
import { findPlatform } from "./platforms";

/**
 * The icon of a social platform, or a globe. Icons are masks: browsers load them after what the page
 * shows first, and they have the color of the text.
 */
export function PlatformIcon({ platform }: { platform: string }) {
  const icon = findPlatform(platform)?.icon ?? "globe";
  return (
    <span
      className="platform-icon"
      style={{ "--icon": `url(/icons/${icon}.svg)` } as CSSProperties}
      aria-hidden="true"
    />
  );
}
