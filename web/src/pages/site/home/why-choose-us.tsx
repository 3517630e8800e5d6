import { ArrowRight, BadgeCheck, Handshake, Leaf, MapPin } from "lucide-react";
import { Link } from "wouter";
import { type Identity, usePage } from "@/domain/page-data";
import { useContent } from "@/features/content/use-content";
import { buttonClass } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { Section } from "@/ui/section";

function reasons({ county, guarantee, license }: Identity) {
  return [
    {
      icon: BadgeCheck,
      title: "Licensed Professionals",
      text: `Every application is made or supervised by a licensed applicator. Our number, ${license}, is on the truck and on your report.`,
    },
    {
      icon: Leaf,
      title: "Eco-Friendly Options",
      text: "We seal, trap and bait where that does the job, and treat the crack instead of the room. Targeted work means that less product is applied.",
    },
    {
      icon: MapPin,
      title: "Local Expertise",
      text: `We know when ${county} termites swarm, when the crickets come, and what a dry August does to a slab, because we live on the same clay.`,
    },
    {
      icon: Handshake,
      title: "Satisfaction Guaranteed",
      text: `Our guarantee is ${guarantee}. If what we treated comes back between visits, so do we, without another bill.`,
    },
  ];
}

export function WhyChooseUs() {
  const { identity } = usePage();
  const content = useContent("home");
  return (
    <Section labelledBy="why-choose-us" className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2fr]">
      <div className="lg:sticky lg:top-28 lg:self-start">
        <Heading id="why-choose-us">{content("feature_section_title")}</Heading>
        <p className="mt-4 mb-6 text-lead text-soft">
          A small company with {identity.experience}, and its name on every promise.
        </p>
        <Link href="/about" className={buttonClass({ variant: "outline" })}>
          Learn More About Us
          <ArrowRight className="size-5" aria-hidden="true" />
        </Link>
      </div>
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {reasons(identity).map(({ icon: Icon, title, text }) => (
          <li key={title} className="border-t-2 border-glow py-7">
            <Icon className="size-9 text-primary" strokeWidth={1.75} aria-hidden="true" />
            <h3 className="mt-4 text-xl">{title}</h3>
            <p className="mt-2 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
