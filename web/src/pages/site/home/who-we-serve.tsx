import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import type { Text } from "@/features/company/use-page-texts";
import { CheckList } from "@/ui/check-list";
import { Heading } from "@/ui/heading";
import { Section } from "@/ui/section";

// In the order of the cards.
const pictures = ["/art/residential.svg", "/art/commercial.svg", "/art/new-construction.svg"];

export function WhoWeServe({ text }: { text: Text }) {
  return (
    <Section variant="pine" labelledBy="who-we-serve">
      <Heading id="who-we-serve">{text("serve.title")}</Heading>
      <ul className="mt-10 grid gap-x-6 gap-y-8 md:grid-cols-3">
        {pictures.map((picture, index) => (
          <li key={picture} className="group relative flex flex-wrap items-center gap-5 md:block">
            <div className="w-1/3 overflow-hidden rounded-2xl md:w-full md:rounded-3xl">
              <img
                src={picture}
                alt=""
                width={1200}
                height={900}
                loading="lazy"
                className="aspect-square w-full object-cover transition-[scale] duration-500 ease-settle group-hover:scale-104 md:aspect-[4/3]"
              />
            </div>
            <div className="flex-1 basis-36 md:mt-5">
              <h3 className="pr-8.5 text-xl md:text-2xl">
                <Link href="/services" className="after:absolute after:inset-0">
                  {text(`serve.${index + 1}.title`)}
                  {/* The negative margin gives the arrow no width, so that it stays on the line
                      of the last word. */}
                  <ArrowRight
                    className="-mr-8.5 ml-2.5 inline size-6 align-[-0.2em] text-glow transition-[translate] group-hover:translate-x-1"
                    aria-hidden="true"
                  />
                </Link>
              </h3>
              <p className="mt-2 text-soft">{text(`serve.${index + 1}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-16 grid items-center gap-10 md:mt-24 md:grid-cols-2 lg:gap-16">
        <div className="perimeter mx-2.5">
          <img
            src="/art/inspection.svg"
            alt="A technician kneeling with a flashlight at the crawl space of a house"
            width={1200}
            height={900}
            loading="lazy"
            className="aspect-[4/3] w-full rounded-2xl object-cover"
          />
        </div>
        <div>
          <h3 className="text-title">{text("technicians.title")}</h3>
          <p className="mt-4 mb-6 text-lead text-soft">{text("technicians.text")}</p>
          <CheckList items={text("technicians.points").split("\n")} />
        </div>
      </div>
    </Section>
  );
}
