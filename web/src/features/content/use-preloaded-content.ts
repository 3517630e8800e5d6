import { use, useEffect } from "react";
import { contentQuery } from "@/api/content";
import { postQuery } from "@/api/posts";
import { serviceQuery } from "@/api/services";
import { DataStoreContext, loadQuery, type Query } from "@/lib/data-store";

const contentPaths = ["/", "/services", "/about", "/contact"];

/** What the page at a path needs that the page before does not have. */
function queryOf(path: string): Query<unknown> | undefined {
  if (contentPaths.includes(path)) return contentQuery;
  const [, folder, slug, rest] = path.split("/");
  if (!slug || rest !== undefined) return undefined;
  if (folder === "services") return serviceQuery(slug);
  return folder === "blog" ? postQuery(slug) : undefined;
}

/**
 * Fetches what another page needs as soon as somebody points at, touches or focuses a link to it, so
 * that the page does not begin with its default texts or a spinner.
 */
export function usePreloadedContent(): void {
  const store = use(DataStoreContext);
  useEffect(() => {
    const preload = ({ target }: Event) => {
      const link = target instanceof Element && target.closest("a");
      if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
      const query = queryOf(link.pathname);
      if (query && store) loadQuery(store, query);
    };
    document.addEventListener("pointerover", preload);
    document.addEventListener("focusin", preload);
    return () => {
      document.removeEventListener("pointerover", preload);
      document.removeEventListener("focusin", preload);
    };
  }, [store]);
}
