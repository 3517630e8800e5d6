import { Phone } from "lucide-react";
import { Link } from "wouter";
import { useContent, useContentImage } from "@/features/content/use-content";
import { usePage } from "@/lib/page-data";
import { buttonStyle } from "@/ui/button";
import { Picture } from "@/ui/picture";

export function Hero() {
  const { identity } = usePage();
  const content = useContent();
  return (
    <section aria-labelledby="hero" className="band-pine relative isolate overflow-hidden">
      <Picture
        {...useContentImage("hero_image")}
        sizes="100vw"
        alt={`The team of ${identity.name} at work`}
        width={1600}
        height={900}
        fetchPriority="high"
        className="absolute inset-x-0 top-0 -z-20 h-[400px] w-full object-cover object-[72%_50%] md:h-[500px]"
      />
      {/* Text stays readable on whatever picture an administrator chooses. */}
      <div className="absolute inset-x-0 top-0 -z-10 h-[400px] bg-linear-to-t from-pine from-8% via-pine/75 via-45% to-transparent md:h-[500px] md:bg-linear-to-r md:from-pine/95 md:from-15% md:via-pine/60 md:via-40% md:to-transparent md:to-65%" />
      <div className="wrap md:flex md:min-h-[500px] md:flex-col md:justify-center md:py-8">
        <div className="flex min-h-[400px] flex-col justify-end pt-24 md:min-h-0 md:pt-0">
          <h1 id="hero" className="max-w-[15ch] text-display">
            {content("hero_title")}
          </h1>
          <p className="mt-3 max-w-[36ch] text-lead text-ink md:mt-4 md:max-w-[40ch]">
            {content("hero_subtitle")}
          </p>
        </div>
        <div className="flex flex-wrap gap-3 pt-5 pb-7 max-md:*:grow md:pt-8 md:pb-0">
          <Link
            href="/contact"
            className={buttonStyle({
              variant: "glow",
              size: "large",
              className: "whitespace-normal",
            })}
          >
            {content("cta_text")}
          </Link>
          <a
            href={`tel:${identity.phoneE164}`}
            className={buttonStyle({
              variant: "outline",
              size: "large",
              className: "border-ink bg-pine/60",
            })}
          >
            <Phone className="size-5" aria-hidden="true" />
            {content("cta_phone_text")}
          </a>
        </div>
      </div>
    </section>
  );
}
