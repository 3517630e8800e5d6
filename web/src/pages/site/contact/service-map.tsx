import { Map as MapIcon } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { usePage } from "@/domain/page-data";
import { trustedHtml } from "@/lib/trusted-html";
import { Button } from "@/ui/button";
import { Html } from "@/ui/html";

// A frame without a box is not loaded: it waits until the page's scripts, which the server puts into
// a template, are inserted after the first view.
const afterFirstView = "not-noscript:[:root:has(template#scripts)_&_iframe]:hidden";

// The frame has its own light colours. With the page's dark colour scheme it would be opaque white
// while it loads, and hide the drawing.
const boxClass =
  "relative min-h-80 overflow-hidden rounded-3xl border border-line bg-sunken [&_iframe]:absolute [&_iframe]:inset-0 [&_iframe]:size-full [&_iframe]:border-0 [&_iframe]:scheme-light";

// What the server gives to every frame in stored HTML; the default map is not stored.
const sandbox =
  'sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation"';

function sandboxed(embed: string): string {
  return embed.includes("sandbox=") ? embed : embed.replace("<iframe ", `<iframe ${sandbox} `);
}

/**
 * The map of the service area. It is a frame from another company, in front of a drawing that shows
 * while it loads and where it cannot. The site file can have it wait until the visitor asks for it.
 */
export function ServiceMap({ embed }: { embed: string }) {
  const { map } = usePage().identity;
  const [requested, setRequested] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The button that had the focus is gone.
    if (requested) frame.current?.querySelector("iframe")?.focus();
  }, [requested]);
  if (!embed.includes("<iframe")) return <Html className={boxClass} html={embed} />;
  const html = sandboxed(embed);
  return (
    <div className={`contained ${boxClass} ${afterFirstView}`}>
      <img
        src="/art/office.svg"
        alt=""
        width={1200}
        height={900}
        loading="lazy"
        className="absolute inset-0 size-full object-cover"
      />
      {map === "embed" || requested ? (
        <Html
          ref={frame}
          className="absolute inset-0 dark:brightness-60 dark:saturate-75"
          html={html}
        />
      ) : (
        <>
          <div className="band-pine absolute inset-x-0 bottom-0 flex flex-wrap items-center justify-between gap-4 p-6 noscript:hidden">
            <p className="max-w-xs">
              The map comes from another site and loads when you ask for it.
            </p>
            <Button variant="glow" onClick={() => setRequested(true)}>
              <MapIcon className="size-5" aria-hidden="true" />
              Show Map
            </Button>
          </div>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleans markup when it is saved */}
          <noscript dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />
        </>
      )}
    </div>
  );
}
