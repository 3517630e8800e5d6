/** What the service worker keeps, as the server wrote it in front of the worker's code. */
export interface ShellFiles {
  /** Differs between builds. */
  version: string;
  files: string[];
}

const cachePrefix = "perimeter-admin-";
const page = "/admin";

/**
 * Keeps the page of the back office and its code, so that it opens without a connection. The page
 * always comes from the network if there is one, and nothing else than built files, whose names
 * change with their content, is ever answered from the cache. So a new release shows at once.
 */
export function createAppShell({ version, files }: ShellFiles, origin: string) {
  const name = cachePrefix + version;

  async function keep(key: string, response: Response): Promise<Response> {
    if (response.ok) {
      const cache = await caches.open(name);
      await cache.put(key, response.clone());
    }
    return response;
  }

  async function fromNetworkFirst(request: Request): Promise<Response> {
    try {
      return await keep(page, await fetch(request));
    } catch (error) {
      const kept = await caches.match(page);
      if (kept) return kept;
      throw error;
    }
  }

  async function fromCacheFirst(request: Request): Promise<Response> {
    return (await caches.match(request)) ?? keep(request.url, await fetch(request));
  }

  return {
    async install(): Promise<void> {
      const cache = await caches.open(name);
      await cache.addAll([new Request(new URL(page, origin), { cache: "reload" }), ...files]);
    },

    /** Deletes what other builds kept. */
    async activate(): Promise<void> {
      const names = await caches.keys();
      const old = names.filter((other) => other.startsWith(cachePrefix) && other !== name);
      await Promise.all(old.map((other) => caches.delete(other)));
    },

    /** The response to a request, or undefined if the worker must leave it alone. */
    respond(request: Request): Promise<Response> | undefined {
      const url = new URL(request.url);
      if (request.method !== "GET" || url.origin !== origin) return undefined;
      if (request.mode === "navigate" && url.pathname === page) return fromNetworkFirst(request);
      if (url.pathname.startsWith("/assets/")) return fromCacheFirst(request);
      return undefined;
    },
  };
}
