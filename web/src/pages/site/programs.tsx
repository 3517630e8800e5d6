import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "@/domain/page-data";
import { type Text, usePageTexts } from "@/features/company/use-page-texts";
import { Head } from "@/layout/head";
import { buttonClass } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Heading } from "@/ui/heading";
import { PageHeader } from "@/ui/page-header";
import { Section } from "@/ui/section";

// The pictures and their descriptions, in the order of the programs.
const pictures = [
  [
    "/art/program-monthly.svg",
    "A ranch house inside its glowing line, the phases of the moon above it",
  ],
  [
    "/art/program-quarterly.svg",
    "A ranch house inside its glowing line, with oaks in spring, summer, fall and winter",
  ],
  ["/art/program-warranty.svg", "A ranch house inside a shield drawn as a glowing line"],
  [
    "/art/program-termite-renewal.svg",
    "A technician renewing the glowing line along a foundation, bait stations in the lawn",
  ],
] as const;

// A calendar between sun and moon.
const drawing =
  "M250 119V30h220v89M250 54h220M290 18v24M430 18v24M284 68h22v16h-22zM328 68h22v16h-22zM372 68h22v16h-22zM416 68h22v16h-22zM284 98h22v16h-22zM328 98h22v16h-22zM372 98h22v16h-22zM418 106l8 8 14-18M110 119a46 46 0 0 1 92 0M156 60V44M112 78 100 66M200 78l12-12M566 40a36 36 0 1 0 30 56 30 30 0 0 1-30-56z";

export function Programs() {
  const { identity } = usePage();
  const text = usePageTexts("programs");
  return (
    <>
      <Head
        title="Pest Control Programs"
        description={`Monthly, quarterly, home warranty and termite renewal programs for homes and businesses in ${identity.town} and ${identity.county}, ${identity.stateCode}.`}
        subject={{ trail: [["Programs", "/programs"]] }}
      />
      <PageHeader drawing={drawing} title="Our Programs">
        <p>{text("programs.intro")}</p>
      </PageHeader>
      <ProgramList text={text} />
    </>
  );
}

function ProgramList({ text }: { text: Text }) {
  return (
    <>
      <Section>
        <h2 className="sr-only">All programs</h2>
        <div className="grid gap-x-8 gap-y-14 md:grid-cols-2">
          {pictures.map(([src, alt], index) => (
            <article key={src} className="flex flex-col">
              <img
                src={src}
                alt={alt}
                width={1200}
                height={800}
                // Two are side by side at the top of a wide screen.
                loading={index < 2 ? "eager" : "lazy"}
                fetchPriority={index === 0 ? "high" : undefined}
                className="aspect-3/2 w-full rounded-3xl object-cover"
              />
              <h3 className="mt-6 text-2xl">{text(`programs.${index + 1}.title`)}</h3>
              <p className="mt-2 mb-5 max-w-[60ch] text-soft">
                {text(`programs.${index + 1}.text`)}
              </p>
              <CheckList items={text(`programs.${index + 1}.points`).split("\n")} />
              <div className="mt-auto pt-6">
                <Link href="/contact" className={buttonClass()}>
                  Get Started Today
                </Link>
              </div>
            </article>
          ))}
        </div>
      </Section>
      <Section variant="pine" labelledBy="which-program">
        <div className="grid items-end gap-8 lg:grid-cols-[1.4fr_1fr]">
          <div>
            <Heading id="which-program">{text("programs.closing.title")}</Heading>
            <p className="mt-4 max-w-xl text-lead text-soft">{text("programs.closing.text")}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Link href="/contact" className={buttonClass({ variant: "glow", size: "large" })}>
              Contact Us
            </Link>
            <Link href="/services" className={buttonClass({ variant: "outline", size: "large" })}>
              View Our Services
              <ArrowRight className="size-5" aria-hidden="true" />
            </Link>
          </div>
        </div>
      </Section>
    </>
  );
}
