import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { errorText } from "@/api/admin/client";
import { type Draft, draftPageQuery } from "@/api/admin/draft-preview";
import { trustedHtml } from "@/lib/trusted-html";
import { cn } from "@/ui/admin/class-names";
import { Spinner } from "@/ui/spinner";
import { elementAt } from "./first-difference";

interface PageFrameProps {
  title: string;
  draft: Draft;
  /** The record's own page by default. */
  path?: string;
  /** Shows the page as it is now. */
  saved?: boolean;
  /** Shown if visitors do not see the page. */
  missing: string;
  /** The element to show first, as a position that firstDifference has returned. */
  start?: readonly number[] | undefined;
}

/** A public page in a frame, as the server renders it for this person only. */
export function PageFrame({ title, draft, path, saved, missing, start }: PageFrameProps) {
  const { data, error } = useQuery(draftPageQuery(draft, { path, saved }));
  if (error) {
    return (
      <p role="alert" className="rounded-xl border border-bad p-4 text-bad">
        {errorText(error, "The preview could not be loaded. Please try again.")}
      </p>
    );
  }
  if (!data) return <Spinner label="Loading the preview..." />;
  if (data.html === "") {
    return (
      <p className="rounded-xl border border-edge border-dashed p-8 text-center text-soft">
        {missing}
      </p>
    );
  }
  return (
    <StyledFrame
      key={data.html + data.css}
      title={title}
      html={data.html}
      css={data.css}
      start={start}
    />
  );
}

interface StyledFrameProps extends Pick<PageFrameProps, "title" | "start"> {
  html: string;
  css: string;
}

function StyledFrame({ title, html, css, start }: StyledFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [styled, setStyled] = useState(false);
  // Remembered, because the frame would load anew with every other value.
  const source = useMemo(() => trustedHtml(html) as string, [html]);

  useEffect(() => {
    // Not on load: that would wait for every picture.
    let next = requestAnimationFrame(function style() {
      const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
      const inner = frame.current?.contentDocument;
      if (!view || !inner || inner.URL !== "about:srcdoc" || inner.readyState === "loading") {
        next = requestAnimationFrame(style);
        return;
      }
      // The content security policy forbids style elements, but not constructed style sheets.
      const sheet = new view.CSSStyleSheet();
      // The frame runs no scripts, but visitors' browsers do: their menu is behind a button.
      sheet.replaceSync(css.replaceAll(/\(scripting:\s*none\)/g, "(width < 0px)"));
      inner.adoptedStyleSheets = [sheet];
      // Keys that are pressed in a frame stay in it: without this, Escape would not close the dialog.
      inner.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape") return;
        frame.current?.dispatchEvent(
          new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
        );
      });
      inner.documentElement.dataset.theme = document.documentElement.dataset.theme ?? "light";
      setStyled(true);
    });
    return () => cancelAnimationFrame(next);
  }, [css]);

  const place = start?.join();
  useEffect(() => {
    const inner = frame.current?.contentDocument;
    if (!styled || !inner || place === undefined) return;
    const path = place === "" ? [] : place.split(",").map(Number);
    const { top } = elementAt(inner.body, path).getBoundingClientRect();
    inner.defaultView?.scrollBy(0, top - inner.documentElement.clientHeight / 4);
  }, [styled, place]);

  return (
    <iframe
      ref={frame}
      title={title}
      // Same origin, so that fonts load and styles can be added. Scripts, forms and links stay blocked.
      sandbox="allow-same-origin"
      srcDoc={source}
      className={cn(
        "block h-[65dvh] w-full rounded-xl border border-line bg-paper",
        !styled && "opacity-0",
      )}
    />
  );
}
