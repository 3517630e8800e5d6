import { type DayHours, dayName, openMinutes, weekOf } from "./hours";
import { parseOfficeAddress } from "./office-address";
import type { Identity, PageSubject } from "./page-data";

/** The input of the functions below, which build schema.org data for search engines. */
export interface SiteFacts {
  identity: Identity;
  baseUrl: string;
}

const context = "https://schema.org";

/** The script elements that describe a page to search engines. Only the server needs them. */
export function structuredDataScripts(site: SiteFacts, subject: PageSubject): string {
  const { business, service, post, trail } = subject;
  const items = [
    business && localBusiness(site, business),
    service && serviceOffer(site, service),
    post && blogPosting(site, post),
    trail && breadcrumbs(site.baseUrl, ...trail),
  ];
  return items
    .filter((item) => item !== undefined)
    .map((item) => `<script type="application/ld+json">${scriptSafeJson(item)}</script>`)
    .join("");
}

/** JSON that cannot close the script element around it. */
function scriptSafeJson(data: object): string {
  return JSON.stringify(data).replace(/</g, "\\u003c");
}

export function localBusiness(
  { identity, baseUrl }: SiteFacts,
  { savedHours, socialUrls, officeAddress }: NonNullable<PageSubject["business"]>,
): object {
  return {
    "@context": context,
    ...organization({ identity, baseUrl }),
    description: identity.tagline,
    legalName: identity.legalName,
    email: identity.email,
    image: `${baseUrl}/art/og.png`,
    logo: `${baseUrl}/icon-512.png`,
    address: postalAddress(officeAddress),
    geo: {
      "@type": "GeoCoordinates",
      latitude: identity.latitude,
      longitude: identity.longitude,
    },
    areaServed: [
      { "@type": "AdministrativeArea", name: `${identity.county}, ${identity.state}` },
      ...identity.areasServed.map((name) => ({ "@type": "City", name })),
    ],
    foundingDate: String(identity.foundedYear),
    openingHoursSpecification: weekOf(savedHours).flatMap(openingHours),
    sameAs: socialUrls,
  };
}

export function serviceOffer(
  site: SiteFacts,
  service: NonNullable<PageSubject["service"]>,
): object {
  const { identity, baseUrl } = site;
  return {
    "@context": context,
    "@type": "Service",
    name: service.name,
    serviceType: service.name,
    description: service.shortDescription,
    url: `${baseUrl}/services/${service.slug}`,
    ...(service.imageUrl && { image: absoluteUrl(service.imageUrl, baseUrl) }),
    provider: organization(site),
    areaServed: { "@type": "AdministrativeArea", name: `${identity.county}, ${identity.state}` },
  };
}

export function blogPosting(subject: SiteFacts, post: NonNullable<PageSubject["post"]>): object {
  const url = `${subject.baseUrl}/blog/${post.slug}`;
  return {
    "@context": context,
    "@type": "BlogPosting",
    headline: post.title,
    description: post.excerpt,
    url: url,
    mainEntityOfPage: url,
    image: absoluteUrl(post.imageUrl || "/art/og.png", subject.baseUrl),
    datePublished: post.publishedAt,
    dateModified: post.updatedAt || post.publishedAt,
    author: organization(subject),
    publisher: organization(subject),
  };
}

/** Breadcrumbs from names and paths; the home page is added. */
export function breadcrumbs(baseUrl: string, ...trail: [name: string, path: string][]): object {
  const steps: [name: string, path: string][] = [["Home", "/"], ...trail];
  return {
    "@context": context,
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([name, path], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: baseUrl + path,
    })),
  };
}

function organization({ identity, baseUrl }: SiteFacts) {
  return {
    "@type": "LocalBusiness",
    "@id": `${baseUrl}/#business`,
    name: identity.name,
    url: `${baseUrl}/`,
    telephone: identity.phoneE164,
  };
}

/** The address as the contact page shows it, in its parts if it can be split. */
function postalAddress(text: string): object | string {
  const parts = parseOfficeAddress(text);
  if (!parts) return text;
  return {
    "@type": "PostalAddress",
    streetAddress: parts.street,
    addressLocality: parts.town,
    addressRegion: parts.stateCode,
    postalCode: parts.postalCode,
    addressCountry: "US",
  };
}

function openingHours(day: DayHours): object[] {
  const hours = openMinutes(day);
  if (!hours) return [];
  return [
    {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: `${context}/${dayName(day.day)}`,
      opens: clock(hours.opens),
      closes: clock(hours.closes),
    },
  ];
}

function clock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function absoluteUrl(url: string, baseUrl: string): string {
  return url.startsWith("/") ? baseUrl + url : url;
}
