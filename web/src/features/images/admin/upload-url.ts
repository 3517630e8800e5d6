/**
 * The address under which an uploaded picture is stored in the site's data. Our server serves what
 * lies in a Google-style store, and its own addresses must survive a change of domain.
 */
export function storedImageUrl(uploadUrl: string, origin: string): string {
  const url = URL.parse(uploadUrl, origin);
  if (!url) return uploadUrl;
  if (isGoogleStorage(url.hostname)) {
    return `/objects/uploads/${url.pathname.split("/").filter(Boolean).at(-1) ?? ""}`;
  }
  return url.origin === origin ? url.pathname : uploadUrl;
}

function isGoogleStorage(host: string): boolean {
  return /(?:^|\.)storage\.(?:googleapis|cloud\.google)\.com$/.test(host);
}
