import { clsx } from "clsx";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { usePage } from "@/domain/page-data";
import { ErrorBoundary } from "@/ui/error-boundary";
import { newTabNote } from "@/ui/external-link";
import { Apology } from "@/ui/page-error";
import { notYetNote } from "@/ui/placeholder-link";
import { ContactDock } from "./contact-dock";
import { Footer } from "./footer";
import { Header } from "./header";

/** What surrounds every public page and the login page; below /admin it is only the background. */
export function Layout({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const { identity, visit } = usePage();
  const main = useRef<HTMLElement>(null);
  const announcement = useArrival(`${path} ${visit}`, main);
  const inBackOffice = path.startsWith("/admin");
  return (
    <>
      {!inBackOffice && (
        <>
          <a
            href="#content"
            className="sr-only z-50 rounded-xl bg-primary-fill px-5 py-3 font-bold text-white focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
          >
            Skip to content
          </a>
          <Header />
        </>
      )}
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
        {/* Another page gets another chance. */}
        <ErrorBoundary
          key={path}
          fallback={
            <Apology>
              Sorry, this page could not be shown. Please reload it, or call {identity.phone}.
            </Apology>
          }
        >
          {children}
        </ErrorBoundary>
      </main>
      {!inBackOffice && (
        <>
          <Footer />
          <ContactDock />
        </>
      )}
      <p id={newTabNote} hidden>
        Opens in a new tab
      </p>
      <p id={notYetNote} hidden>
        Not available yet
      </p>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/**
 * Makes every change of route, back and forward too, feel like a new page: it begins at the top, or at
 * the part that the address names, with the focus there and the title said. So does following a link
 * to the page that is shown already.
 */
function useArrival(visit: string, main: RefObject<HTMLElement | null>): string {
  const [announcement, setAnnouncement] = useState("");
  const shownVisit = useRef(visit);
  useEffect(() => {
    history.scrollRestoration = "manual";
    // A reload, or coming back from another site, still finds the old place.
    const letGo = () => {
      history.scrollRestoration = "auto";
    };
    window.addEventListener("pagehide", letGo);
    return () => window.removeEventListener("pagehide", letGo);
  }, []);
  useEffect(() => {
    if (shownVisit.current === visit) return;
    shownVisit.current = visit;
    const part = document.getElementById(location.hash.slice(1));
    if (part) part.scrollIntoView();
    else window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
    setAnnouncement(document.title);
  }, [visit, main]);
  return announcement;
}
