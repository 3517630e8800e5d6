import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { servicesQuery } from "@/api/services";
import { usePage } from "@/domain/page-data";
import { ServiceCard } from "@/features/services/service-card";
import { useData } from "@/lib/data-store";
import { buttonClass } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { Section } from "@/ui/section";
import { Spinner } from "@/ui/spinner";

/** The featured services; without any, only a link to all services. */
export function FeaturedServices() {
  const { identity } = usePage();
  const { data: services = [], isPending } = useData(servicesQuery);
  // The fallback services, which replace an empty list on other pages, are not featured.
  const featured = services.filter((service) => service.featuredOnHome);
  return (
    <Section labelledBy="featured-services">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div className="max-w-2xl">
          <Heading id="featured-services">Our Services</Heading>
          <p className="mt-3 text-lead text-soft">
            Every job in {identity.county} starts the same way: we look first, show you what we
            found, and name a price before anything is opened or sprayed.
          </p>
        </div>
        <Link href="/services" className={buttonClass({ variant: "outline" })}>
          View All Services
          <ArrowRight className="size-5" aria-hidden="true" />
        </Link>
      </div>
      {isPending && <Spinner label="Loading services..." labelHidden />}
      {featured.length > 0 && (
        <div className="mt-10 grid gap-5 md:grid-cols-2">
          {featured.map((service) => (
            <ServiceCard key={service.id} service={service} brief />
          ))}
        </div>
      )}
    </Section>
  );
}
