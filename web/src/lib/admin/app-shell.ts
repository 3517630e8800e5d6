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
 * change with their content, is ever answered from the cache. So a new release shows at once. The
 * files of earlier builds stay while a tab is open that may still load some of them: the server has
 * only those of its own build.
 */
export function createAppShell(
  { version, files }: ShellFiles,
  origin: string,
  /** How many tabs of the back office are open. */
  openTabs: () => Promise<number>,
) {
  const name = cachePrefix + version;

  async function keep(key: string, response: Response): Promise<Response> {
    if (response.ok) {
      const cache = await caches.open(name);
      await cache.put(key, response.clone());
    }
    return response;
  }

  async function fromNetworkFirst(request: Request): Promise<Response> {
    // The tab that is being opened does not count yet.
    await deleteUnused();
    try {
      return await keep(page, await fetch(request));
    } catch (error) {
      const kept = await caches.match(page, { cacheName: name });
      if (kept) return kept;
      throw error;
    }
  }

  async function fromCacheFirst(request: Request): Promise<Response> {
    return (await caches.match(request)) ?? keep(request.url, await fetch(request));
  }

  async function deleteUnused(): Promise<void> {
    if ((await openTabs()) > 0) return;
    const names = await caches.keys();
    const old = names.filter((other) => other.startsWith(cachePrefix) && other !== name);
    await Promise.all(old.map((other) => caches.delete(other)));
  }

  return {
    async install(): Promise<void> {
      const cache = await caches.open(name);
      await cache.addAll([new Request(new URL(page, origin), { cache: "reload" }), ...files]);
    },

    /** Deletes what other builds kept, unless a tab may need it. */
    activate: deleteUnused,

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
