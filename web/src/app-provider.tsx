import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { type AroundNavHandler, type BaseLocationHook, Router } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { PageContext, type PageData, type ServerCallbacks } from "@/domain/page-data";
import { type DataStore, DataStoreContext } from "@/lib/data-store";
import { createShownPath } from "@/lib/shown-path";

export interface AppProps {
  page: PageData;
  store: DataStore;
  /** Only the server passes them. */
  server?: ServerCallbacks;
  /** Loads what the page at a path needs; undefined if everything is there. */
  prepare?: (path: string) => Promise<void> | undefined;
}

interface AppProviderProps extends AppProps {
  /** Whether this bundle renders the path; navigating to any other path loads the whole page. */
  owns: (path: string) => boolean;
  children: ReactNode;
}

const nothingToPrepare = () => undefined;

/** The providers that both bundles need: page data, data store and router. */
export function AppProvider(props: AppProviderProps) {
  const { page, store, server, owns, prepare = nothingToPrepare, children } = props;
  const { path, year, portraits, footerServices, baseUrl } = page;
  const [identity, setIdentity] = useState(page.identity);
  const [hook] = useState(() => createLocationHook(path, prepare));
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
    <DataStoreContext value={store}>
      <PageContext
        value={{
          year,
          identity,
          setIdentity,
          portraits,
          footerServices,
          baseUrl,
          revisits,
          ...server,
        }}
      >
        <Router ssrPath={path} hook={hook} aroundNav={go}>
          {children}
        </Router>
      </PageContext>
    </DataStoreContext>
  );
}

/**
 * A location hook that uses the server's path for the first URL. The server renders all unknown
 * URLs under one path, and the page data is stored under that path only.
 */
function createLocationHook(
  serverUrl: string,
  prepare: NonNullable<AppProps["prepare"]>,
): BaseLocationHook {
  const [serverPath = "/", serverSearch = ""] = serverUrl.split("?");
  if (typeof location === "undefined") {
    const onServer = (): [string, typeof navigate] => [serverPath, navigate];
    return Object.assign(onServer, { searchHook: () => serverSearch });
  }
  const shown = createShownPath(prepare);
  const initial = shown.read();
  const readPath = () => {
    // The query belongs to it: /blog may exist where /blog?page=9 does not.
    return shown.read() === initial ? serverPath : (shown.read().split("?")[0] ?? "/");
  };
  const readSearch = () => shown.read().split("?").slice(1).join("?");
  return Object.assign(
    (): [string, typeof navigate] => [
      useSyncExternalStore(shown.subscribe, readPath, readPath),
      navigate,
    ],
    { searchHook: () => useSyncExternalStore(shown.subscribe, readSearch, () => serverSearch) },
  );
}
