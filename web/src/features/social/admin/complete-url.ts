/** Puts https:// before a URL that people copied or typed without it, such as "facebook.com/pests". */
export function completeUrl(url: string): string {
  const trimmed = url.trim();
  const startsWithDomain = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]|$)/i.test(trimmed);
  return startsWithDomain ? `https://${trimmed}` : trimmed;
}
