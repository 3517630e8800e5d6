import { Map as MapIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { Html } from "@/ui/html";

const frameClass =
  "relative min-h-80 overflow-hidden rounded-3xl border border-line bg-sunken [&_iframe]:absolute [&_iframe]:inset-0 [&_iframe]:size-full [&_iframe]:border-0";

/** The map of the service area. It comes from another site, so it loads only when asked for. */
export function ServiceMap({ embed }: { embed: string }) {
  const [shown, setShown] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  // The button that was pressed has gone; the focus goes on to what it brought.
  useEffect(() => {
    if (shown) container.current?.querySelector("iframe")?.focus();
  }, [shown]);
  if (shown || !embed.includes("<iframe")) {
    return <Html ref={container} className={frameClass} html={embed} />;
  }
  return (
    <div className={`contained ${frameClass}`}>
      <img
        src="/art/office.svg"
        alt=""
        width={1200}
        height={900}
        className="absolute inset-0 size-full object-cover"
      />
      <div className="band-pine absolute inset-x-0 bottom-0 flex flex-wrap items-center justify-between gap-4 p-6 noscript:hidden">
        <p className="max-w-xs">The map comes from another site and loads when you ask for it.</p>
        <Button variant="glow" onClick={() => setShown(true)}>
          <MapIcon className="size-5" aria-hidden="true" />
          Show Map
        </Button>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleans markup when it is saved */}
      <noscript dangerouslySetInnerHTML={{ __html: embed }} />
    </div>
  );
}
