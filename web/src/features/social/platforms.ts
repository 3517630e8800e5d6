/** The names of the known platforms by what people enter, in lower case. */
const names = new Map([
  ["facebook", "Facebook"],
  ["twitter", "Twitter"],
  ["x", "X"],
  ["instagram", "Instagram"],
  ["youtube", "YouTube"],
  ["linkedin", "LinkedIn"],
  ["pinterest", "Pinterest"],
  ["tiktok", "TikTok"],
]);

/** A social platform's name and the file of its icon in /icons, without .svg. */
export interface Platform {
  name: string;
  icon: string;
}

/** The known platform names. */
export const platformNames = [...names.keys()];

/** Finds a platform by name, ignoring case. */
export function findPlatform(entered: string): Platform | undefined {
  const key = entered.trim().toLowerCase();
  const name = names.get(key);
  return name ? { name, icon: key === "twitter" ? "x" : key } : undefined;
}
