import { useEffect, useRef, useState } from "react";
import { escapeHtml } from "@/lib/html";

interface HtmlFrameProps {
  title: string;
  html: string;
  css: string;
}

/**
 * Renders HTML in an iframe with the site's styles and theme. The sandbox blocks scripts, forms and
 * navigation.
 */
export function HtmlFrame({ title, html, css }: HtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);

  useEffect(() => {
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    const inner = frame.current?.contentDocument;
    if (loads === 0 || !view || !inner) return;
    // The content security policy forbids style elements, but not constructed style sheets.
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    inner.adoptedStyleSheets = [sheet];
    const fit = () => {
      if (frame.current) frame.current.style.height = `${inner.documentElement.scrollHeight}px`;
    };
    const observer = new ResizeObserver(fit);
    observer.observe(inner.body);
    return () => observer.disconnect();
  }, [css, loads]);

  return (
    <iframe
      ref={frame}
      title={title}
      // Same origin, so that fonts load and the height can be measured. Scripts stay blocked.
      sandbox="allow-same-origin"
      srcDoc={documentOf(html)}
      className="block min-h-40 w-full rounded-xl border border-line bg-paper"
      onLoad={() => setLoads((count) => count + 1)}
    />
  );
}

function documentOf(html: string): string {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    .map(({ href }) => `<link rel="stylesheet" href="${escapeHtml(href)}">`)
    .join("");
  const theme = escapeHtml(document.documentElement.dataset.theme ?? "light");
  return `<!doctype html><html lang="en" data-theme="${theme}"><head><base target="_blank">${sheets}</head><body>${html}</body></html>`;
}
