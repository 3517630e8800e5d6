import type { Plugin } from "vite";

/** Paths that are neither pages nor served by Vite. */
const proxiedPaths =
  "^/(?:api|objects)/|^/(?:healthz|feed\\.xml|sitemap\\.xml|robots\\.txt|manifest\\.webmanifest)$";

/**
 * Puts the development server in front of the Go server: Go serves the API and the page data, Vite
 * serves the code. The server's markup is removed, because it was rendered by the last build and
 * would not match the sources.
 */
export function backend(origin: string | undefined): Plugin | false {
  if (!origin) return false;
  return {
    name: "perimeter-backend",
    apply: "serve",
    config: () => ({ server: { proxy: { [proxiedPaths]: origin } } }),
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        if (!request.headers.accept?.includes("text/html")) return next();
        try {
          const url = request.url ?? "/";
          const page = await fetch(origin + url, {
            redirect: "manual",
            headers: { cookie: request.headers.cookie ?? "" },
          });
          const location = page.headers.get("location");
          response.statusCode = page.status;
          if (location) response.setHeader("location", location);
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(await vite.transformIndexHtml(url, replaceBuild(await page.text(), url)));
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** Replaces the built scripts, styles and markup of a page by the sources. */
function replaceBuild(html: string, url: string): string {
  const entry = /^\/(login|admin)\b/.test(url) ? "entry-admin" : "entry-site";
  return html
    .replace(/<(?:link|script)[^>]*(?:href|src)="\/assets\/[^>]*>(?:<\/script>)?/g, "")
    .replace(/<style>[\s\S]*?<\/style>/, "")
    .replace(/(<div id="root">)[\s\S]*(<\/div>\s*<script[^>]*id="page-data")/, "$1$2")
    .replace("</body>", `<script type="module" src="/src/${entry}.tsx"></script></body>`);
}
