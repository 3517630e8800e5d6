import { Phone } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "@/domain/page-data";
import { HeroBand, heroClass } from "@/features/content/hero-band";
import { useContent, useContentImage } from "@/features/content/use-content";
import { buttonClass } from "@/ui/button";
import { Picture } from "@/ui/picture";

// Drawn for both shapes of the band.
const ownPicture = "/art/hero.svg";
const narrowPicture = "/art/hero-tall.svg";

const estimateLine = "I would like a free estimate.";

export function Hero() {
  const { identity } = usePage();
  const content = useContent("home");
  const image = useContentImage("home", "hero_image");
  const picture = (
    <Picture
      {...image}
      sizes="100vw"
      alt={`The team of ${identity.name} at work`}
      width={1600}
      height={900}
      fetchPriority="high"
      className={heroClass.image}
    />
  );
  return (
    <HeroBand
      labelledBy="hero"
      image={
        image.src === ownPicture ? (
          <picture className="contents">
            {/* With #draw its line is drawn once. */}
            <source media="(width < 64rem) and (prefers-reduced-motion)" srcSet={narrowPicture} />
            <source media="(width < 64rem)" srcSet={`${narrowPicture}#draw`} />
            <source media="(prefers-reduced-motion: no-preference)" srcSet={`${ownPicture}#draw`} />
            {picture}
          </picture>
        ) : (
          picture
        )
      }
      title={
        <h1 id="hero" className={heroClass.title}>
          {content("hero_title")}
        </h1>
      }
      subtitle={<p className={heroClass.subtitle}>{content("hero_subtitle")}</p>}
      actions={
        <>
          <Link
            href="/contact"
            state={{ line: estimateLine }}
            data-line={estimateLine}
            className={buttonClass({
              variant: "glow",
              size: "large",
              wrap: true,
              className: "text-center",
            })}
          >
            {content("cta_text")}
          </Link>
          <a
            href={`tel:${identity.phoneE164}`}
            className={buttonClass({
              variant: "outline",
              size: "large",
              className: "border-ink bg-pine/60",
            })}
          >
            <Phone className="size-5" aria-hidden="true" />
            {content("cta_phone_text")}
          </a>
        </>
      }
    />
  );
}
