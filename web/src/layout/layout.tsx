import { clsx } from "clsx";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { usePage } from "@/domain/page-data";
import { usePreloadedContent } from "@/features/content/use-preloaded-content";
import { pageNumber } from "@/lib/page-number";
import { ErrorBoundary } from "@/ui/error-boundary";
import { newTabNoteId } from "@/ui/external-link";
import { PageError } from "@/ui/page-error";
import { notAvailableNoteId } from "@/ui/placeholder-link";
import { ContactDock } from "./contact-dock";
import { Footer } from "./footer";
import { Header } from "./header";
import { useScrollToTop } from "./scroll-to-top";

/**
 * Header and footer around public pages and the login page, and the dock on public ones. Below /admin
 * only the background.
 */
export function Layout({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const { identity, revisits } = usePage();
  const main = useRef<HTMLElement>(null);
  // Of all queries, only the number of a page of the blog makes another page.
  const listPage = pageNumber(useSearch());
  const shown = path === "/blog" ? `${path} ${listPage}` : path;
  const announcement = useRouteChange(`${shown} ${revisits}`, main);
  usePreloadedContent();
  const inBackOffice = path.startsWith("/admin");
  return (
    <>
      {!inBackOffice && (
        <>
          <a
            href="#content"
            className="sr-only z-50 rounded-xl bg-primary-fill font-bold text-white focus:not-sr-only focus:fixed focus:px-5 focus:py-3 focus:top-3 focus:left-3"
          >
            Skip to content
          </a>
          <Header />
        </>
      )}
      {/* Directly after the header: the server's documents are painted when the browser has read it. */}
      <p id={newTabNoteId} hidden>
        Opens in a new tab
      </p>
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={clsx(
          "wrap-anywhere outline-none",
          path === "/login" && "bg-desk",
          inBackOffice && "min-h-dvh bg-desk",
        )}
      >
        {/* The key resets the error when the path changes. */}
        <ErrorBoundary
          key={path}
          fallback={
            <PageError>
              Sorry, this page could not be shown. Please reload it, or call {identity.phone}.
            </PageError>
          }
        >
          {children}
        </ErrorBoundary>
      </main>
      {!inBackOffice && (
        <>
          <Footer />
          {path !== "/login" && <ContactDock />}
        </>
      )}
      <p id={notAvailableNoteId} hidden>
        Not available yet
      </p>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/**
 * After every route change, including back and forward, and after a link to the current page:
 * scrolls to the top or to the URL's fragment, focuses the page and announces its title.
 */
function useRouteChange(navigation: string, main: RefObject<HTMLElement | null>): string {
  const [announcement, setAnnouncement] = useState("");
  const shownVisit = useRef(navigation);
  useScrollToTop(navigation);
  useEffect(() => {
    if (shownVisit.current === navigation) return;
    shownVisit.current = navigation;
    main.current?.focus({ preventScroll: true });
    // It describes the page that the server rendered.
    for (const data of document.head.querySelectorAll('script[type="application/ld+json"]')) {
      data.remove();
    }
    setAnnouncement(document.title);
  }, [navigation, main]);
  return announcement;
}
