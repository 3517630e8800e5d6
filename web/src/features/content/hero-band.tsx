import type { ReactNode } from "react";

/** The classes of the hero's parts. */
export const heroClass = {
  image:
    "absolute inset-x-0 top-0 -z-20 h-[400px] w-full object-cover object-top md:h-[500px] lg:object-[72%_50%] print:hidden",
  title: "max-w-[15ch] text-display sm:max-lg:max-w-none",
  subtitle: "max-w-[36ch] text-lead text-ink md:max-lg:max-w-none lg:max-w-[40ch]",
};

interface HeroBandProps {
  /** Id of the title, which names the section. */
  labelledBy?: string;
  image: ReactNode;
  title: ReactNode;
  subtitle: ReactNode;
  actions: ReactNode;
}

// The text's own background reaches to the edges of the band and fades beyond the text. It is dense
// enough below the text for any image: 4.5:1 on white.
const scrimClass =
  "before:absolute before:-inset-x-[100vw] before:-top-20 before:-bottom-[100vh] before:-z-10 before:bg-linear-to-b before:from-transparent before:via-pine/80 before:via-[5rem] before:to-pine before:to-[10rem] lg:before:-top-[100vh] lg:before:-right-40 lg:before:bg-linear-to-r lg:before:from-pine/95 lg:before:from-[calc(100%-26rem)] lg:before:via-pine/80 lg:before:via-[calc(100%-9.5rem)] lg:before:to-transparent lg:before:to-100% print:before:hidden";

/** The top of the home page: text below the subject of an image, or beside it on wide screens. */
export function HeroBand({ labelledBy, image, title, subtitle, actions }: HeroBandProps) {
  return (
    <section aria-labelledby={labelledBy} className="band-pine relative isolate overflow-hidden">
      {image}
      <div className="wrap flex flex-col items-start lg:min-h-[500px] lg:justify-center lg:py-8">
        <div
          className={`relative isolate flex flex-col gap-3 pt-1 pb-7 max-lg:mt-[204px] max-lg:w-full md:gap-4 md:max-lg:mt-[380px] lg:py-0 print:mt-0 ${scrimClass}`}
        >
          {title}
          {subtitle}
          <div className="flex flex-wrap gap-3 pt-2 max-md:*:grow lg:pt-4">{actions}</div>
        </div>
      </div>
    </section>
  );
}
