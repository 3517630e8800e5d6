import { ArrowRight, BadgeCheck, Handshake, Leaf, MapPin } from "lucide-react";
import { Link } from "wouter";
import type { Text } from "@/features/company/use-page-texts";
import { useContent } from "@/features/content/use-content";
import { buttonClass } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { Section } from "@/ui/section";

// In the order of the reasons.
const icons = [BadgeCheck, Leaf, MapPin, Handshake];

export function WhyChooseUs({ text }: { text: Text }) {
  const content = useContent();
  return (
    <Section labelledBy="why-choose-us" className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_2fr]">
      <div className="lg:sticky lg:top-28 lg:self-start">
        <Heading id="why-choose-us">{content("feature_section_title")}</Heading>
        <p className="mt-4 mb-6 text-lead text-soft">{text("why.intro")}</p>
        <Link href="/about" className={buttonClass({ variant: "outline" })}>
          Learn More About Us
          <ArrowRight className="size-5" aria-hidden="true" />
        </Link>
      </div>
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {icons.map((Icon, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the reasons have fixed places
          <li key={index} className="border-t-2 border-glow py-7">
            <Icon className="size-9 text-primary" strokeWidth={1.75} aria-hidden="true" />
            <h3 className="mt-4 text-xl">{text(`why.${index + 1}.title`)}</h3>
            <p className="mt-2 text-soft">{text(`why.${index + 1}.text`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
