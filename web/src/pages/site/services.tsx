import { usePage } from "@/domain/page-data";
import { useContent } from "@/features/content/use-content";
import { ServiceCard } from "@/features/services/service-card";
import { useServices } from "@/features/services/use-services";
import { CallToAction } from "@/layout/call-to-action";
import { Head } from "@/layout/head";
import { PageHeader } from "@/ui/page-header";
import { Section } from "@/ui/section";
import { Spinner } from "@/ui/spinner";

// An attic.
const drawing =
  "M40 119 320 14l280 105M92 119 320 33l228 86M320 33v86M206 76v43M434 76v43M263 55l-57 64M377 55l57 64M286 119V92h68v27M296 100h48";

export function Services() {
  const { identity } = usePage();
  const content = useContent("services");
  const services = useServices();
  return (
    <>
      <Head
        title="Pest and Termite Control Services"
        description={`What ${identity.name} treats in ${identity.town} and ${identity.county}, ${identity.stateCode}, how each service works and what it includes. Free inspections.`}
        subject={{ trail: [["Services", "/services"]] }}
      />
      <PageHeader drawing={drawing} title={content("services_title")}>
        <p>{content("services_subtitle")}</p>
      </PageHeader>
      <Section>
        <h2 className="sr-only">All services</h2>
        {services ? (
          <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            {services.map((service, i) => (
              <ServiceCard key={service.id} service={service} leading={i === 0} />
            ))}
          </div>
        ) : (
          <Spinner label="Loading services..." labelHidden />
        )}
      </Section>
      <CallToAction page="services" />
    </>
  );
}
