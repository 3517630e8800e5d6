import { Phone, ShieldCheck } from "lucide-react";
import { contentDefault } from "@/lib/content-templates";
import { usePage } from "@/lib/page-data";
import { buttonStyle } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { useContentEditing } from "./content-editing";
import { Editable, useTemplate } from "./editable";

const features = ["One", "Two", "Three"];

/** The hero and the features of the home page. */
export function HomePreview() {
  const { identity } = usePage();
  const { stored } = useContentEditing();
  const { value: image } = useTemplate("hero_image");
  return (
    <>
      <div className="band-pine relative isolate overflow-hidden">
        <img
          src={image}
          alt=""
          className="absolute inset-0 -z-20 size-full object-cover object-[72%_50%]"
        />
        <div className="absolute inset-0 -z-10 bg-linear-to-t from-pine from-30% to-pine/40 md:bg-linear-to-r md:from-pine/95 md:via-pine/70 md:to-transparent" />
        <div className="grid min-h-[400px] content-center justify-items-start gap-5 px-5 py-8 md:min-h-[500px] md:px-10">
          <Editable name="hero_title">
            {(text) => <h3 className="max-w-[15ch] text-display">{text}</h3>}
          </Editable>
          <Editable name="hero_subtitle">
            {(text) => <p className="max-w-[40ch] text-lead">{text}</p>}
          </Editable>
          <div className="flex flex-wrap items-start gap-4">
            <Editable name="cta_text">
              {(text) => (
                <span className={buttonStyle({ variant: "glow", size: "large" })}>{text}</span>
              )}
            </Editable>
            <span
              className={buttonStyle({
                variant: "outline",
                size: "large",
                className: "border-ink bg-pine/60",
              })}
            >
              <Phone aria-hidden className="size-5" />
              {stored("cta_phone_text")?.value ?? contentDefault("cta_phone_text", identity)}
            </span>
          </div>
          <Editable name="hero_image">
            {(url) => (
              <p className="max-w-[40ch] break-all text-sm">
                <span className="font-semibold">Background image:</span> {url}
              </p>
            )}
          </Editable>
        </div>
      </div>
      <div className="px-5 py-10 md:px-10">
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
