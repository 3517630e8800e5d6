import { Globe } from "lucide-react";
import { findPlatform } from "./platforms";

/** The icon of a social platform, or a generic one. */
export function PlatformIcon({ platform }: { platform: string }) {
  const known = findPlatform(platform);
  if (!known) return <Globe className="size-5" aria-hidden="true" />;
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" aria-hidden="true">
      <path d={known.path} />
    </svg>
  );
}
