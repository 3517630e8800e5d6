import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { type AroundNavHandler, type BaseLocationHook, Router } from "wouter";
import { useBrowserLocation } from "wouter/use-browser-location";
import { PageContext, type PageData } from "@/domain/page-data";

export interface AppProps {
  page: PageData;
  queryClient: QueryClient;
  /** Sets the status of the server's answer; only the server passes it. */
  setStatus?: (status: number) => void;
}

interface AppProviderProps extends AppProps {
  /** Whether this bundle shows the path; leaving for any other is a full page load. */
  owns: (path: string) => boolean;
  children: ReactNode;
}

/** What surrounds the screens of either bundle: page data, API answers and the router. */
export function AppProvider({ page, queryClient, setStatus, owns, children }: AppProviderProps) {
  const { path, year, identity, baseUrl } = page;
  const [hook] = useState(() => createServerPathHook(path));
  const [revisits, setRevisits] = useState(0);
  useEffect(() => {
    // Effects run from the inside out: now everything answers. Journeys wait for the mark.
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
    // As in a browser, the same address does not enter the history twice.
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
 * The address as the server understood it. The server renders one screen for all unknown
 * addresses, under a path of its own, and its data is found under that path only.
 */
function createServerPathHook(serverPath: string): BaseLocationHook {
  const initialPath = typeof location === "undefined" ? serverPath : location.pathname;
  return (router) => {
    const [path, navigate] = useBrowserLocation(router);
    return [path === initialPath ? serverPath : path, navigate];
  };
}
