/** A social platform's name and the file of its icon in /icons, without .svg. */
export interface Platform {
  name: string;
  icon: string;
}

const platforms: Record<string, Platform> = {
  facebook: { name: "Facebook", icon: "facebook" },
  twitter: { name: "Twitter", icon: "x" },
  x: { name: "X", icon: "x" },
  instagram: { name: "Instagram", icon: "instagram" },
  youtube: { name: "YouTube", icon: "youtube" },
  linkedin: { name: "LinkedIn", icon: "linkedin" },
  pinterest: { name: "Pinterest", icon: "pinterest" },
  tiktok: { name: "TikTok", icon: "tiktok" },
};

/** The known platform names. */
export const platformNames = Object.keys(platforms);

/** Finds a platform by name, ignoring case. */
export function findPlatform(name: string): Platform | undefined {
  return platforms[name.trim().toLowerCase()];
}
