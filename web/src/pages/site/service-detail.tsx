import { ArrowLeft, MessageCircle, Phone, SearchX } from "lucide-react";
import { Suspense } from "react";
import { Link } from "wouter";
import type { Service } from "@/api/services";
import { usePage } from "@/domain/page-data";
import { fillTemplate } from "@/domain/service-template";
import { OpenNow } from "@/features/hours/open-now";
import { ServiceStyles } from "@/features/services/service-styles";
import { templateClass } from "@/features/services/template-class";
import { useService } from "@/features/services/use-services";
import { CallToAction } from "@/layout/call-to-action";
import { Head } from "@/layout/head";
import { buttonClass } from "@/ui/button";
import { CheckList } from "@/ui/check-list";
import { Heading } from "@/ui/heading";
import { Html } from "@/ui/html";
import { Picture } from "@/ui/picture";
import { Section } from "@/ui/section";
import { Spinner } from "@/ui/spinner";

const noImage = "No image available";

export function ServiceDetail({ slug }: { slug: string }) {
  const service = useService(slug);
  if (service === undefined) {
    return (
      <div className="grid min-h-dvh place-items-center">
        <Head title="Services" description="A service of ours." noindex />
        <Spinner label="Loading service..." labelHidden />
      </div>
    );
  }
  if (service === null) return <ServiceNotFound />;
  return (
    // The template needs its stylesheet; the rest of the page does not wait for that.
    <Suspense fallback={<ServicePage service={{ ...service, template: "" }} />}>
      <ServiceStyles service={service} />
      <ServicePage service={service} />
    </Suspense>
  );
}

function ServicePage({ service }: { service: Service }) {
  const { identity } = usePage();
  const { name, slug, shortDescription, fullDescription, imageUrl, features, template } = service;
  const quoteLine = `I would like a free quote: ${name}.`;
  const templateHtml = template && fillTemplate(template, service);
  return (
    <>
      <Head
        title={`${name} in ${identity.town}, ${identity.stateCode}`}
        description={shortDescription}
        image={imageUrl.endsWith(".svg") ? undefined : imageUrl || undefined}
        subject={{
          service: { ...service, html: templateHtml },
          trail: [
            ["Services", "/services"],
            [name, `/services/${slug}`],
          ],
        }}
      />
      <div className="bg-sunken">
        <div className="wrap grid items-center gap-x-16 gap-y-10 py-10 md:py-16 lg:grid-cols-[1.1fr_1fr]">
          <div className="perimeter mx-2.5">
            {imageUrl ? (
              <Picture
                src={imageUrl}
                details={service.image}
                alt={`Our work in ${identity.town}`}
                sizes="(min-width: 1024px) 38rem, 100vw"
                width={1200}
                height={900}
                fetchPriority="high"
                data-page-picture
                className="aspect-[4/3] w-full rounded-2xl object-cover"
              />
            ) : (
              <figure>
                <img
                  src="/art/inspection.svg"
                  data-page-picture
                  alt={noImage}
                  width={1200}
                  height={900}
                  className="aspect-[4/3] w-full rounded-2xl object-cover"
                />
                <figcaption className="mt-3 text-center text-compact text-soft">
                  {noImage}
                </figcaption>
              </figure>
            )}
          </div>
          <div>
            <h1 className="text-display">{name}</h1>
            <p className="mt-4 text-lead text-soft">{shortDescription}</p>
            <div className="mt-6">
              {features.length > 0 ? (
                <CheckList items={features} />
              ) : (
                <p>This service includes our professional expertise and guaranteed satisfaction.</p>
              )}
            </div>
            <div className="mt-8 flex flex-wrap gap-3">
              <Link
                href="/contact"
                state={{ line: quoteLine }}
                data-line={quoteLine}
                className={buttonClass({ size: "large" })}
              >
                Request a Free Quote
              </Link>
              <a
                href={`tel:${identity.phoneE164}`}
                className={buttonClass({ variant: "outline", size: "large" })}
              >
                <Phone className="size-5" aria-hidden="true" />
                {identity.phone}
              </a>
            </div>
          </div>
        </div>
      </div>
      <Section labelledBy="about-service">
        <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[7fr_4fr]">
          <div className="min-w-0">
            <Heading id="about-service">About This Service</Heading>
            <Html className="prose mt-6" html={fullDescription} />
          </div>
          <AskUs name={name} />
        </div>
        {templateHtml && (
          <Html className={`${templateClass(templateHtml)} mt-16`} html={templateHtml} />
        )}
        <BackToServices />
      </Section>
      <CallToAction page="services" />
    </>
  );
}

/** Stays beside a long text: whether somebody is there, and how to reach them. */
function AskUs({ name }: { name: string }) {
  const { identity } = usePage();
  const question = `I have a question: ${name}.`;
  return (
    <div className="grid gap-4 rounded-3xl border border-line bg-surface p-6 lg:sticky lg:top-24">
      <p className="font-display text-xl font-bold">Ask before you decide</p>
      <OpenNow />
      <a href={`tel:${identity.phoneE164}`} className={buttonClass({})}>
        <Phone className="size-5" aria-hidden="true" />
        Call {identity.phone}
      </a>
      <Link
        href="/contact"
        state={{ line: question }}
        data-line={question}
        className={buttonClass({ variant: "outline" })}
      >
        <MessageCircle className="size-5" aria-hidden="true" />
        Chat With Us
      </Link>
    </div>
  );
}

function BackToServices() {
  return (
    <Link href="/services" className={buttonClass({ variant: "outline", className: "mt-12" })}>
      <ArrowLeft className="size-5" aria-hidden="true" />
      Back to Services
    </Link>
  );
}

function ServiceNotFound() {
  return (
    <>
      <Head
        title="Service Not Found"
        description="This service does not exist or has been removed."
        status={404}
      />
      <Section className="flex flex-col items-center text-center">
        <SearchX className="size-12 text-accent" strokeWidth={1.5} aria-hidden="true" />
        <h1 className="mt-5 text-title">Service Not Found</h1>
        <p className="mt-3 max-w-md text-lead text-soft">
          Sorry, the service you're looking for doesn't exist or has been removed.
        </p>
        <BackToServices />
      </Section>
    </>
  );
}
