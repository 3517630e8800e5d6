/**
 * The URL under which the site's data refers to an uploaded image. Images in Google-style storage
 * are served by our server, and our own URLs are stored without the origin, so that they survive a
 * change of domain.
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
