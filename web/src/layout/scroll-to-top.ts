import { useEffect, useRef } from "react";

/**
 * Scrolls to the top after every route change, back and forward too, or to the element that the
 * URL's fragment names. `navigation` is different after each change.
 */
export function useScrollToTop(navigation: string): void {
  const shown = useRef(navigation);
  useEffect(() => {
    history.scrollRestoration = "manual";
    // A reload, or coming back from another site, still restores the scroll position.
    const restoreScroll = () => {
      history.scrollRestoration = "auto";
    };
    window.addEventListener("pagehide", restoreScroll);
    return () => window.removeEventListener("pagehide", restoreScroll);
  }, []);
  useEffect(() => {
    if (shown.current === navigation) return;
    shown.current = navigation;
    const part = document.getElementById(location.hash.slice(1));
    if (part) part.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [navigation]);
}
