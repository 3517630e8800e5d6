const routes = [
  ["home", /^\/$/],
  ["services", /^\/services\/?$/i],
  ["service-detail", /^\/services\/([^/]+)\/?$/i],
  ["programs", /^\/programs\/?$/i],
  ["about", /^\/about\/?$/i],
  ["blog", /^\/blog(?:\/([^/]+))?\/?$/i],
  ["contact", /^\/contact\/?$/i],
  ["customer-portal", /^\/customer-portal\/?$/i],
  ["not-found", /^/],
] as const;

/** A public page, by the name of its file in `pages/site`. */
export type ScreenName = (typeof routes)[number][0];

/** The public page at a path, which may have a query, with the slug in the path or "". */
export function routeOf(url: string): { name: ScreenName; slug: string } {
  const [path = ""] = url.split("?");
  for (const [name, pattern] of routes) {
    const match = pattern.exec(path);
    if (match) return { name, slug: match[1] ?? "" };
  }
  throw new Error(`no route for ${path}`); // the last pattern matches every path
}
