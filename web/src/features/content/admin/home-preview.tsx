import { Phone, ShieldCheck } from "lucide-react";
import { contentDefault } from "@/domain/content-defaults";
import { usePage } from "@/domain/page-data";
import { buttonClass } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { HeroBand, heroClass } from "../hero-band";
import { useContentEditing } from "./content-editing";
import { Editable, useTemplate } from "./editable";

const features = ["One", "Two", "Three"];

/** Preview of the home page: hero and features. */
export function HomePreview() {
  const { identity } = usePage();
  const { stored } = useContentEditing();
  const { value: image } = useTemplate("hero_image");
  return (
    <>
      <HeroBand
        image={<img src={image} alt="" className={heroClass.image} />}
        title={
          <Editable name="hero_title">
            {(text) => <h3 className={heroClass.title}>{text}</h3>}
          </Editable>
        }
        subtitle={
          <Editable name="hero_subtitle">
            {(text) => <p className={heroClass.subtitle}>{text}</p>}
          </Editable>
        }
        actions={
          <>
            <Editable name="cta_text">
              {(text) => (
                <span
                  className={buttonClass({
                    variant: "glow",
                    size: "large",
                    wrap: true,
                  })}
                >
                  {text}
                </span>
              )}
            </Editable>
            <div>
              <span
                className={buttonClass({
                  variant: "outline",
                  size: "large",
                  className: "border-ink bg-pine/60",
                })}
              >
                <Phone aria-hidden className="size-5" />
                {stored("cta_phone_text")?.value ?? contentDefault("cta_phone_text", identity)}
              </span>
            </div>
            <Editable name="hero_image" className="md:ml-auto">
              {(url) => (
                <p className="max-w-[40ch] break-all rounded-lg bg-pine/80 px-3 py-2 text-sm">
                  <span className="font-semibold">Background image:</span> {url}
                </p>
              )}
            </Editable>
          </>
        }
      />
      <div className="px-[min(1.25rem,6vw)] py-10 md:px-10">
        <Editable name="feature_section_title">{(text) => <Heading>{text}</Heading>}</Editable>
        <ul className="mt-6 grid gap-x-8 sm:grid-cols-3">
          {features.map((number) => (
            <li key={number} className="border-glow border-t-2 py-6">
              <ShieldCheck aria-hidden className="size-9 text-primary" strokeWidth={1.75} />
              <h3 className="mt-3 text-xl">Feature {number}</h3>
              <p className="mt-1 text-soft">One reason to choose the company stands here.</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
