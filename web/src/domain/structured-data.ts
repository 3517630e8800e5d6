import { dayName, type Hours, minutesPerDay, openIntervals, weekOf } from "./hours";
import { parseOfficeAddress } from "./office-address";
import type { Identity, PageSubject } from "./page-data";
import type { SpecialDay } from "./special-days";

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
    service?.html && questions(service.html),
    post && blogPosting(site, post),
    trail && breadcrumbs(site.baseUrl, ...trail),
  ];
  return items
    .filter((item) => typeof item === "object")
    .map((item) => `<script type="application/ld+json">${scriptSafeJson(item)}</script>`)
    .join("");
}

/** JSON that cannot close the script element around it. */
function scriptSafeJson(data: object): string {
  return JSON.stringify(data).replace(/</g, "\\u003c");
}

export function localBusiness(
  { identity, baseUrl }: SiteFacts,
  { savedHours, specialDays, socialUrls, officeAddress }: NonNullable<PageSubject["business"]>,
): object {
  return {
    "@context": context,
    "@type": "LocalBusiness",
    "@id": `${baseUrl}/#business`,
    name: identity.name,
    url: `${baseUrl}/`,
    telephone: identity.phoneE164,
    description: identity.tagline,
    legalName: identity.legalName,
    email: identity.email,
    image: `${baseUrl}/art/og.png`,
    logo: `${baseUrl}/icon-512.png`,
    address: postalAddress(officeAddress),
    // Both are 0 if they are not known.
    ...((identity.latitude !== 0 || identity.longitude !== 0) && {
      geo: {
        "@type": "GeoCoordinates",
        latitude: identity.latitude,
        longitude: identity.longitude,
      },
    }),
    areaServed: [
      { "@type": "AdministrativeArea", name: `${identity.county}, ${identity.state}` },
      ...identity.areasServed.map((name) => ({ "@type": "City", name })),
    ],
    foundingDate: String(identity.foundedYear),
    openingHoursSpecification: weekOf(savedHours).flatMap((day) =>
      openingHours(day, { dayOfWeek: `${context}/${dayName(day.day)}` }),
    ),
    ...(specialDays.length > 0 && {
      specialOpeningHoursSpecification: specialDays.flatMap(specialHours),
    }),
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
    provider: business(site),
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
    image: absoluteUrl(post.imageUrl || `/share/blog/${post.slug}.jpg`, subject.baseUrl),
    datePublished: post.publishedAt,
    dateModified: post.updatedAt || post.publishedAt,
    author: business(subject),
    publisher: business(subject),
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

/** The business, which the home page describes. */
function business({ baseUrl }: SiteFacts) {
  return { "@id": `${baseUrl}/#business` };
}

/** Questions and answers, which stored HTML has in details elements. */
export function questions(html: string): object | undefined {
  const found = [...html.matchAll(/<summary[^>]*>([\s\S]*?)<\/summary>([\s\S]*?)<\/details>/g)];
  if (found.length === 0) return undefined;
  return {
    "@context": context,
    "@type": "FAQPage",
    mainEntity: found.map(([, question = "", answer = ""]) => ({
      "@type": "Question",
      name: plainText(question),
      acceptedAnswer: { "@type": "Answer", text: plainText(answer) },
    })),
  };
}

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/&#34;|&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .trim();
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

/** One entry per interval; none for times that cannot be parsed. */
function openingHours(hours: Hours, days: object): object[] {
  const intervals = openIntervals(hours) ?? [];
  return intervals.map(({ opens, closes }) => ({
    "@type": "OpeningHoursSpecification",
    ...days,
    opens: clock(opens),
    // The same time twice would mean a closed day.
    closes: clock(closes - opens === minutesPerDay ? closes - 1 : closes),
  }));
}

/** A day that is closed opens and closes at midnight: so search engines want it. */
function specialHours(day: SpecialDay): object[] {
  const days = { validFrom: day.date, validThrough: day.endDate };
  if (!day.isClosed) return openingHours(day, days);
  return [{ "@type": "OpeningHoursSpecification", ...days, opens: "00:00", closes: "00:00" }];
}

function clock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}

function absoluteUrl(url: string, baseUrl: string): string {
  return url.startsWith("/") ? baseUrl + url : url;
}
