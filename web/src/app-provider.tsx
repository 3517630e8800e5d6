import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { type AroundNavHandler, type BaseLocationHook, Router } from "wouter";
import { useBrowserLocation, useSearch } from "wouter/use-browser-location";
import { PageContext, type PageData } from "@/domain/page-data";

export interface AppProps {
  page: PageData;
  queryClient: QueryClient;
  /** Sets the HTTP status; only the server passes it. */
  setStatus?: (status: number) => void;
}

interface AppProviderProps extends AppProps {
  /** Whether this bundle renders the path; navigating to any other path loads the whole page. */
  owns: (path: string) => boolean;
  children: ReactNode;
}

/** The providers that both bundles need: page data, query cache and router. */
export function AppProvider({ page, queryClient, setStatus, owns, children }: AppProviderProps) {
  const { path, year, identity, baseUrl } = page;
  const [hook] = useState(() => createServerPathHook(path));
  const [revisits, setRevisits] = useState(0);
  useEffect(() => {
    // Effects of children run first, so every event handler is attached now. End-to-end tests wait
    // for this attribute.
    document.documentElement.dataset.started = "";
  }, []);
  const go: AroundNavHandler = (navigate, to, options) => {
    const { pathname, href } = new URL(to, location.href);
    if (!owns(pathname)) {
      if (options?.replace) location.replace(to);
      else location.assign(to);
      return;
    }
    if (pathname === location.pathname) setRevisits(revisits + 1);
    // As in a browser, the same URL is not added to the history twice.
    navigate(to, href === location.href ? { ...options, replace: true } : options);
  };
  return (
    <QueryClientProvider client={queryClient}>
      <PageContext value={{ year, identity, baseUrl, revisits, setStatus }}>
        <Router ssrPath={path} hook={hook} aroundNav={go}>
          {children}
        </Router>
      </PageContext>
    </QueryClientProvider>
  );
}

/**
 * A location hook that uses the server's path for the first URL. The server renders all unknown
 * URLs under one path, and the page data is stored under that path only.
 */
function createServerPathHook(serverPath: string): BaseLocationHook {
  const initial = typeof location === "undefined" ? "" : location.pathname + location.search;
  const [serverPathname = "/"] = serverPath.split("?");
  return (router) => {
    const [path, navigate] = useBrowserLocation(router);
    // The query belongs to it: /blog may exist where /blog?page=9 does not.
    const search = useSearch(router);
    return [path + search === initial ? serverPathname : path, navigate];
  };
}
