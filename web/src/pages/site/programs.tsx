import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "@/domain/page-data";
import { Head } from "@/layout/head";
import { buttonClass } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Heading } from "@/ui/heading";
import { PageHeader } from "@/ui/page-header";
import { Section } from "@/ui/section";

const programs = [
  {
    title: "Monthly Programs",
    picture: "/art/program-monthly.svg",
    alt: "A ranch house inside its glowing line, the phases of the moon above it",
    description:
      "For kitchens that must stay clean, homes under heavy trees and anyone who has had enough. A visit every month keeps the line around the building fresh through our long season.",
    points: [
      "Twelve visits a year, same technician",
      "Restaurants, rentals and heavy infestations",
      "Return visits in between at no charge",
    ],
  },
  {
    title: "Quarterly Programs",
    picture: "/art/program-quarterly.svg",
    alt: "A ranch house inside its glowing line, with oaks in spring, summer, fall and winter",
    description:
      "What most homes need. Four visits, timed to what the season brings: swarms in spring, ants and scorpions in summer, crickets in fall, rodents when the first norther blows.",
    points: [
      "Inside and outside at the start, then mostly outside",
      "Eaves brushed, webs removed, entry points treated",
      "Return visits in between at no charge",
    ],
  },
  {
    title: "Home Warranty Program",
    picture: "/art/program-warranty.svg",
    alt: "A ranch house inside a shield drawn as a glowing line",
    description:
      "General pests and a yearly termite inspection under one agreement, with the terms in writing. Made for people who just bought a house and would like fewer surprises in it.",
    points: [
      "Pest visits and termite inspection together",
      "Terms on two pages, read before you sign",
      "An inspection record to show when you sell",
    ],
  },
  {
    title: "Termite Renewal Programs",
    picture: "/art/program-termite-renewal.svg",
    alt: "A technician renewing the glowing line along a foundation, bait stations in the lawn",
    description:
      "A termite treatment is worth what its renewal is worth. Once a year we inspect the whole structure, check stations or soil barriers and keep your agreement in force.",
    points: [
      "Yearly inspection with a written diagram",
      "Re-treatment where termites return",
      "We also take over treatments made by others, after an inspection",
    ],
  },
];

export function Programs() {
  const { identity } = usePage();
  return (
    <>
      <Head
        title="Pest Control Programs"
        description={`Monthly, quarterly, home warranty and termite renewal programs for homes and businesses in ${identity.town} and ${identity.county}, ${identity.stateCode}.`}
        subject={{ trail: [["Programs", "/programs"]] }}
      />
      <PageHeader title="Our Programs">
        <p>
          One visit solves today's problem. A program keeps it solved. Choose how often you want us
          at the wall; the rest is on our calendar.
        </p>
      </PageHeader>
      <Section>
        <h2 className="sr-only">All programs</h2>
        <div className="grid gap-x-8 gap-y-14 md:grid-cols-2">
          {programs.map(({ title, picture, alt, description, points }, index) => (
            <article key={title} className="flex flex-col">
              <img
                src={picture}
                alt={alt}
                width={1200}
                height={800}
                // Two are side by side at the top of a wide screen.
                loading={index < 2 ? "eager" : "lazy"}
                fetchPriority={index === 0 ? "high" : undefined}
                className="aspect-3/2 w-full rounded-3xl object-cover"
              />
              <h3 className="mt-6 text-2xl">{title}</h3>
              <p className="mt-2 mb-5 max-w-[60ch] text-soft">{description}</p>
              <CheckList items={points} />
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
            <Heading id="which-program">Not sure which one fits?</Heading>
            <p className="mt-4 max-w-xl text-lead text-soft">
              Tell us about the building, the trees and what you have seen. We will say which
              program we would choose for our own house, and when none is needed.
            </p>
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
