import { GraduationCap, HeartHandshake, Scale, Sprout } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "@/domain/page-data";
import { initialsOf, listNames, peopleOf } from "@/domain/people";
import { usePageTexts } from "@/features/company/use-page-texts";
import { useContent, useContentImage } from "@/features/content/use-content";
import { Head } from "@/layout/head";
import { buttonClass } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { Html } from "@/ui/html";
import { PageHeader } from "@/ui/page-header";
import { Picture } from "@/ui/picture";
import { Portrait } from "@/ui/portrait";
import { Section } from "@/ui/section";

// In the order of the values.
const icons = [Scale, GraduationCap, Sprout, HeartHandshake];

// A porch.
const drawing =
  "M60 119V62M580 119V62M220 119V62M420 119V62M40 62h560l-60-38H100zM60 90h160M420 90h160M84 90v29M114 90v29M144 90v29M174 90v29M204 90v29M436 90v29M466 90v29M496 90v29M526 90v29M556 90v29M256 119V78M256 102h36v17M384 119V78M384 102h-36v17";

export function About() {
  const page = usePage();
  const { identity } = page;
  const text = usePageTexts("about");
  const people = peopleOf(page);
  const founders = people.filter(({ isOwner }) => isOwner).map(({ name }) => name);
  const content = useContent("about");
  return (
    <>
      <Head
        title="About Us"
        description={`Who stands behind ${identity.name}: locally owned in ${identity.town} since ${identity.foundedYear}, with ${identity.experience}. Our story, values and team.`}
        subject={{ trail: [["About Us", "/about"]] }}
      />
      <PageHeader drawing={drawing} title={content("about_title")}>
        <p>
          Locally owned in {identity.town} since {identity.foundedYear}.
        </p>
      </PageHeader>

      <Section labelledBy="story">
        <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1fr_2fr]">
          <Heading id="story">Our Story</Heading>
          <Html className="prose min-w-0" html={content("about_content")} />
        </div>
      </Section>

      <Section variant="sunken" labelledBy="values">
        <Heading id="values">Our Values</Heading>
        <ul className="mt-8 grid gap-x-8 md:grid-cols-2 lg:grid-cols-4">
          {icons.map((Icon, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the values have fixed places
            <li key={index} className="border-t-2 border-glow py-7">
              <Icon className="size-9 text-primary" strokeWidth={1.75} aria-hidden="true" />
              <h3 className="mt-4 text-xl">{text(`values.${index + 1}.title`)}</h3>
              <p className="mt-2 text-soft">{text(`values.${index + 1}.text`)}</p>
            </li>
          ))}
        </ul>
      </Section>

      <Section variant="pine" labelledBy="mission">
        <figure className="mx-auto max-w-4xl text-center">
          <figcaption>
            <h2 id="mission" className="font-sans text-lg font-semibold tracking-normal text-glow">
              Our Mission
            </h2>
          </figcaption>
          <blockquote className="mt-4 font-display text-title leading-tight font-bold text-balance">
            {text("mission")}
          </blockquote>
        </figure>
      </Section>

      <Section labelledBy="founders">
        <h2 id="founders" className="sr-only">
          Our Founders
        </h2>
        <figure className="mx-auto max-w-4xl">
          <div className="perimeter mx-2.5">
            <Picture
              {...useContentImage("about", "about_image")}
              sizes="(min-width: 1024px) 54rem, 100vw"
              alt={`The founders of ${identity.name}`}
              width={1200}
              height={900}
              loading="lazy"
              className="aspect-[4/3] w-full rounded-2xl object-cover md:aspect-[16/9]"
            />
          </div>
          <figcaption className="mt-6 text-center text-soft">
            {founders.length === 1 ? "The founder" : "The founders"}, {listNames(founders)}
          </figcaption>
        </figure>
      </Section>

      <Section variant="sunken" labelledBy="team">
        <Heading id="team">{content("team_section_title")}</Heading>
        <ul className="mt-10 grid gap-6 md:grid-cols-2">
          {people.map(({ name, role, bio, photo }) => (
            <li key={name} className="overflow-hidden rounded-3xl border border-line bg-surface">
              <Portrait
                {...photo}
                initials={initialsOf(name)}
                sizes="(min-width: 768px) 50vw, 100vw"
                alt={`Portrait of ${name}`}
                width={800}
                height={800}
                loading="lazy"
                className="aspect-[5/4] w-full object-cover"
              />
              <div className="p-6 md:p-8">
                <h3 className="text-2xl">{name}</h3>
                <p className="font-semibold text-accent">{role}</p>
                <p className="mt-3 max-w-[58ch] text-soft">{bio}</p>
              </div>
            </li>
          ))}
        </ul>
        <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-4">
          <Link href="/contact" className={buttonClass({ size: "large" })}>
            Contact Our Team
          </Link>
          <p className="text-soft">{text("about.contact")}</p>
        </div>
      </Section>
    </>
  );
}
