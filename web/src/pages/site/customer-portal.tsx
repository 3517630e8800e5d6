import { BellRing, CalendarPlus, CreditCard, History } from "lucide-react";
import { Link } from "wouter";
import { usePage } from "@/domain/page-data";
import { Head } from "@/layout/head";
import { Heading } from "@/ui/heading";
import { PageHeader } from "@/ui/page-header";
import { Section } from "@/ui/section";
import { PortalLogin } from "./customer-portal/portal-login";

const benefits = [
  {
    icon: History,
    title: "Service History",
    text: "Every visit with its report, diagram and the products used.",
  },
  {
    icon: CalendarPlus,
    title: "Schedule Services",
    text: "Ask for the next visit, or move it, without waiting for office hours.",
  },
  {
    icon: CreditCard,
    title: "Online Payments",
    text: "See what is open and pay it from the kitchen table.",
  },
  {
    icon: BellRing,
    title: "Service Reminders",
    text: "A note before we come, so the gate is unlocked and the dog is in.",
  },
];

export function CustomerPortal() {
  const { identity } = usePage();
  return (
    <>
      <Head
        title="Customer Portal"
        description={`Customers of ${identity.name}: service history, scheduling and account management in one place.`}
        subject={{ trail: [["Customer Portal", "/customer-portal"]] }}
      />
      <PageHeader title="Customer Portal">
        <p>Your service history, scheduling and account management in one place.</p>
      </PageHeader>
      <Section className="grid items-start gap-x-16 gap-y-14 lg:grid-cols-2">
        <div className="rounded-3xl border border-line bg-surface p-6 sm:p-9">
          <Heading>Portal Login</Heading>
          <PortalLogin />
          <p className="mt-6 border-t border-line pt-5 text-soft">
            Don't have an account?{" "}
            <Link
              href="/contact"
              className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
            >
              Contact us
            </Link>
          </p>
        </div>
        <div>
          <Heading>Portal Benefits</Heading>
          <ul className="mt-6">
            {benefits.map(({ icon: Icon, title, text }) => (
              <li key={title} className="flex gap-5 border-t-2 border-glow py-5">
                <Icon
                  className="mt-1 size-8 shrink-0 text-primary"
                  strokeWidth={1.75}
                  aria-hidden="true"
                />
                <div>
                  <h3 className="text-xl">{title}</h3>
                  <p className="mt-1 text-soft">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      </Section>
    </>
  );
}
