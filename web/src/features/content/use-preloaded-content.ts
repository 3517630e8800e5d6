import { useEffect } from "react";
import { contentQuery } from "@/api/content";
import { useLoader } from "@/lib/data-store";

const contentPaths = ["/", "/services", "/about", "/contact"];

/**
 * Fetches the content of the other pages as soon as somebody points at a link to one of them, so that
 * the page does not begin with its default texts.
 */
export function usePreloadedContent(): void {
  const loadContent = useLoader(contentQuery);
  useEffect(() => {
    const preload = ({ target }: Event) => {
      const link = target instanceof Element && target.closest("a");
      if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
      if (contentPaths.includes(link.pathname)) loadContent();
    };
    document.addEventListener("pointerover", preload);
    document.addEventListener("focusin", preload);
    return () => {
      document.removeEventListener("pointerover", preload);
      document.removeEventListener("focusin", preload);
    };
  }, [loadContent]);
}
