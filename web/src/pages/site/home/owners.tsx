import { clsx } from "clsx";
import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "@/domain/page-data";
import { initialsOf, peopleOf } from "@/domain/people";
import type { Text } from "@/features/company/use-page-texts";
import { useContentImage } from "@/features/content/use-content";
import { buttonClass } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { Picture } from "@/ui/picture";
import { Portrait } from "@/ui/portrait";
import { Section } from "@/ui/section";

export function Owners({ text }: { text: Text }) {
  const page = usePage();
  const owners = peopleOf(page).filter(({ isOwner }) => isOwner);
  const picture = useContentImage("home", "about_image");
  const isDrawing = picture.src === "/art/founders.svg";
  // The drawing shows two people.
  const fits = !isDrawing || owners.length === 2;
  return (
    <Section variant="sunken" labelledBy="owners">
      <div className={clsx("grid items-center gap-x-16 gap-y-12", fits && "lg:grid-cols-2")}>
        {fits && (
          <div className="perimeter mx-2.5">
            <Picture
              {...picture}
              alt={
                isDrawing
                  ? "The two owners on a porch, looking out over the land"
                  : `The owners of ${page.identity.name}`
              }
              sizes="(min-width: 1024px) 36rem, 100vw"
              width={1200}
              height={900}
              loading="lazy"
              className="aspect-[4/3] w-full rounded-2xl object-cover"
            />
          </div>
        )}
        <div>
          <Heading id="owners">{text("owners.title")}</Heading>
          <p className="mt-4 text-lead text-soft">{text("story")}</p>
          <figure className="mt-8 border-l-4 border-glow pl-6">
            <figcaption className="font-semibold text-accent">Our mission</figcaption>
            <blockquote className="mt-1 font-display text-xl leading-snug font-bold">
              {text("mission")}
            </blockquote>
          </figure>
        </div>
      </div>
      <ul className="mt-14 grid gap-x-16 gap-y-10 md:grid-cols-2">
        {owners.map(({ name, role, bio, photo }) => (
          <li key={name} className="flex flex-wrap gap-5">
            <Portrait
              {...photo}
              initials={initialsOf(name)}
              sizes="6rem"
              alt=""
              width={96}
              height={96}
              loading="lazy"
              className="size-20 shrink-0 rounded-full object-cover md:size-24"
            />
            <div className="flex-1 basis-44">
              <h3 className="text-xl">{name}</h3>
              <p className="font-semibold text-accent">{role}</p>
              <p className="mt-2 text-soft">{bio}</p>
            </div>
          </li>
        ))}
      </ul>
      <Link href="/about" className={buttonClass({ variant: "outline", className: "mt-10" })}>
        Read Our Story
        <ArrowRight className="size-5" aria-hidden="true" />
      </Link>
    </Section>
  );
}
