import { CalendarClock, Mail, MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { usePage } from "@/domain/page-data";
import { useContent } from "@/features/content/use-content";
import { OpenNow } from "@/features/hours/open-now";
import { OpeningHours } from "@/features/hours/opening-hours";
import { SocialLinks } from "@/features/social/social-links";
import { useSocialLinks } from "@/features/social/use-social-links";
import { Head } from "@/layout/head";
import { EmailText } from "@/ui/email-text";
import { Heading } from "@/ui/heading";
import { PageHeader } from "@/ui/page-header";
import { Section } from "@/ui/section";
import { ChatCard } from "./contact/chat-card";
import { ServiceMap } from "./contact/service-map";

// The courthouse square.
const drawing =
  "M120 119V74h400v45M140 74V60h360v14M270 60V42h100v18M288 42V22h64v20M284 22l36-20 36 20M328 32a8 8 0 1 1-16 0 8 8 0 0 1 16 0M260 119V74M290 119V74M350 119V74M380 119V74M308 119V94h24v25M150 86h20v20h-20zM196 86h20v20h-20zM424 86h20v20h-20zM470 86h20v20h-20zM64 119V98a24 24 0 1 1 .1 0M578 119V98a24 24 0 1 1 .1 0";

export function Contact() {
  const { identity } = usePage();
  const content = useContent("contact");
  const hasSocialLinks = useSocialLinks().length > 0;
  const linkClass =
    "inline-flex min-h-11 items-center font-display text-[min(1.125rem,5.4vw)] font-bold wrap-anywhere text-primary underline decoration-primary/30 underline-offset-4 hover:decoration-primary";
  return (
    <>
      <Head
        title="Contact"
        description={`Call ${identity.phone} or chat with ${identity.name} in ${identity.town}, ${identity.stateCode}. Address, business hours and a map of the area we serve.`}
        subject={{ trail: [["Contact", "/contact"]] }}
      />
      <PageHeader drawing={drawing} title={content("contact_title")}>
        <p>{content("contact_subtitle")}</p>
      </PageHeader>

      <Section labelledBy="reach-us">
        <h2 id="reach-us" className="sr-only">
          How to reach us
        </h2>
        <div className="grid gap-5 lg:grid-cols-[5fr_7fr]">
          <ChatCard />
          <div className="grid gap-x-10 gap-y-8 rounded-3xl border border-line bg-surface p-7 sm:grid-cols-2 md:p-10 lg:grid-cols-1 lg:grid-rows-3 lg:gap-y-5">
            <ContactMethod icon={<Phone />} title="Phone">
              <a href={`tel:${identity.phoneE164}`} className={linkClass}>
                {identity.phone}
              </a>
            </ContactMethod>
            <ContactMethod icon={<MapPin />} title="Location">
              <address className="not-italic">{content("office_address")}</address>
            </ContactMethod>
            <ContactMethod icon={<Mail />} title="Email" className="sm:max-lg:col-span-2">
              <a href={`mailto:${identity.email}`} className={linkClass}>
                <EmailText email={identity.email} />
              </a>
            </ContactMethod>
          </div>
        </div>
        <div className="mt-5 grid gap-5 lg:grid-cols-[5fr_7fr]">
          <div className="grid content-start gap-8 rounded-3xl border border-line bg-surface p-7 md:p-10">
            <ContactMethod icon={<CalendarClock />} title="Business Hours">
              <div className="mt-2 grid gap-5">
                <OpenNow />
                <OpeningHours />
              </div>
            </ContactMethod>
            {hasSocialLinks && (
              <div>
                <h3 className="mb-3 text-lg">Follow Us</h3>
                <SocialLinks />
              </div>
            )}
          </div>
          <ServiceMap embed={content("map_embed")} />
        </div>
      </Section>

      <Section variant="sunken" labelledBy="service-area">
        <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
          <Heading id="service-area">Where We Work</Heading>
          <div>
            <p className="text-lead text-soft">
              Our trucks run all over {identity.county}, {identity.state}. If your road is not on
              the list, ask: we probably pass it.
            </p>
            <ul className="mt-6 flex flex-wrap gap-2.5">
              {identity.areasServed.map((name) => (
                <li key={name} className="rounded-full border border-line bg-surface px-4 py-1.5">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </Section>
    </>
  );
}

interface ContactMethodProps {
  icon: ReactNode;
  title: string;
  className?: string;
  children: ReactNode;
}

/** One way to contact the company. */
function ContactMethod({ icon, title, className, children }: ContactMethodProps) {
  return (
    <div className={className}>
      <h3 className="mb-1 flex items-center gap-2.5 text-lg">
        <span className="text-accent" aria-hidden="true">
          {icon}
        </span>
        {title}
      </h3>
      {children}
    </div>
  );
}
