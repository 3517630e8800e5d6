import type { ReactNode } from "react";

/** The classes of the hero's parts. */
export const heroClass = {
  image:
    "absolute inset-x-0 top-0 -z-20 h-[400px] w-full object-cover object-[72%_50%] md:h-[500px] print:hidden",
  title: "max-w-[15ch] text-display",
  subtitle: "max-w-[36ch] text-lead text-ink md:max-w-[40ch]",
};

interface HeroBandProps {
  /** Id of the title, which names the section. */
  labelledBy?: string;
  image: ReactNode;
  title: ReactNode;
  subtitle: ReactNode;
  actions: ReactNode;
}

/** The top of the home page: text on an image, or partly below it on narrow screens. */
export function HeroBand({ labelledBy, image, title, subtitle, actions }: HeroBandProps) {
  return (
    <section aria-labelledby={labelledBy} className="band-pine relative isolate overflow-hidden">
      {image}
      {/* The gradient keeps the text readable on any image. */}
      <div className="absolute inset-x-0 top-0 -z-10 h-[400px] bg-linear-to-t from-pine from-8% via-pine/75 via-45% to-transparent md:h-[500px] md:bg-linear-to-r md:from-pine/95 md:from-15% md:via-pine/60 md:via-40% md:to-transparent md:to-65% print:hidden" />
      <div className="wrap md:flex md:min-h-[500px] md:flex-col md:justify-center md:py-8">
        <div className="flex min-h-[400px] flex-col justify-end gap-3 pt-24 md:min-h-0 md:gap-4 md:pt-0 print:min-h-0 print:pt-0">
          {title}
          {subtitle}
        </div>
        <div className="flex flex-wrap gap-3 pt-5 pb-7 max-md:*:grow md:pt-8 md:pb-0">
          {actions}
        </div>
      </div>
    </section>
  );
}
