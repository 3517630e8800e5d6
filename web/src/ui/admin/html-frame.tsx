import { useEffect, useMemo, useRef, useState } from "react";
import { escapeHtml } from "@/lib/html";
import { trustedHtml } from "@/lib/trusted-html";

interface HtmlFrameProps {
  title: string;
  html: string;
  css: string;
  /** The page's theme unless given. */
  theme?: Theme;
}

export type Theme = "light" | "dark";

/**
 * Renders HTML in an iframe with the site's styles and theme. The sandbox blocks scripts, forms and
 * navigation.
 */
export function HtmlFrame({ title, html, css, theme = pageTheme() }: HtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  // Remembered, because the frame would load anew with every other value.
  const source = useMemo(() => trustedHtml(documentOf(html, theme)) as string, [html, theme]);

  useEffect(() => {
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    const inner = frame.current?.contentDocument;
    if (loads === 0 || !view || !inner) return;
    // The content security policy forbids style elements, but not constructed style sheets.
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(fixViewportUnits(css, window.innerHeight));
    inner.adoptedStyleSheets = [sheet];
    // The height of the root element, because scrollHeight is never less than the frame's height.
    const root = inner.documentElement;
    const fit = () => {
      if (!frame.current) return;
      const borders = frame.current.offsetHeight - frame.current.clientHeight;
      frame.current.style.height = `${root.offsetHeight + borders}px`;
    };
    const observer = new ResizeObserver(fit);
    observer.observe(root);
    return () => observer.disconnect();
  }, [css, loads]);

  return (
    <iframe
      ref={frame}
      title={title}
      // Same origin, so that fonts load and the height can be measured. Scripts stay blocked.
      sandbox="allow-same-origin"
      srcDoc={source}
      className="block min-h-40 w-full rounded-xl border border-line bg-paper"
      onLoad={() => setLoads((count) => count + 1)}
    />
  );
}

/**
 * Replaces heights relative to the viewport by pixels. The viewport of a frame is the frame itself,
 * so content with such a height would grow with the frame, and the frame with the content.
 */
export function fixViewportUnits(css: string, viewportHeight: number): string {
  // Class names such as .h-\[50vh\] continue differently and must stay as they are.
  return css.replace(
    /([\d.]+)(?:[sld]?v[hb]|[sld]?vmax)(?=[\s;,)}*/!])/g,
    (_, percent) => `${(Number(percent) * viewportHeight) / 100}px`,
  );
}

/** The theme that the page has now. */
export function pageTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function documentOf(html: string, theme: Theme): string {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    .map(({ href }) => `<link rel="stylesheet" href="${escapeHtml(href)}">`)
    .join("");
  return `<!doctype html><html lang="en" data-theme="${theme}"><head><base target="_blank">${sheets}</head><body>${html}</body></html>`;
}
