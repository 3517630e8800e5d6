import { describe, expect, it } from "vitest";
import { sampleIdentity } from "@/testing/sample-identity";
import {
  blogPosting,
  breadcrumbs,
  localBusiness,
  serviceOffer,
  structuredDataScripts,
} from "./structured-data";

const subject = { identity: sampleIdentity, baseUrl: "https://site.test" };

describe("localBusiness", () => {
  const business = localBusiness(subject, {
    savedHours: [],
    socialUrls: [sampleIdentity.facebookUrl],
    officeAddress: "100 Example Street, Hillsboro, TX 76645",
  });

  it("describes the company and its location", () => {
    expect(business).toMatchObject({
      "@context": "https://schema.org",
      "@type": "LocalBusiness",
      name: sampleIdentity.name,
      url: "https://site.test/",
      telephone: "+12545550142",
      address: { addressLocality: "Hillsboro", addressRegion: "TX", postalCode: "76645" },
      geo: { latitude: 32.011, longitude: -97.13 },
      foundingDate: "2021",
      sameAs: [sampleIdentity.facebookUrl],
    });
    expect(business).toHaveProperty("areaServed.0.name", "Hill County, Texas");
  });

  it("lists the hours of open days", () => {
    expect(business).toHaveProperty("openingHoursSpecification.length", 6);
    expect(business).toHaveProperty("openingHoursSpecification.5", {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: "https://schema.org/Saturday",
      opens: "09:00",
      closes: "14:00",
    });
  });

  it("omits days whose times cannot be parsed", () => {
    const saved = [{ day: "monday", openTime: "by appointment", closeTime: "", isClosed: false }];
    expect(
      localBusiness(subject, { savedHours: saved, socialUrls: [], officeAddress: "" }),
    ).toHaveProperty("openingHoursSpecification.length", 5);
  });

  it("has the address that the contact page shows, even if it cannot be split", () => {
    const at = (officeAddress: string) =>
      localBusiness(subject, { savedHours: [], socialUrls: [], officeAddress });
    expect(at("5 Elm Street, Whitney, TX 76692")).toMatchObject({
      address: { streetAddress: "5 Elm Street", addressLocality: "Whitney", postalCode: "76692" },
    });
    expect(at("Behind the courthouse")).toHaveProperty("address", "Behind the courthouse");
  });

  it("contains no ratings", () => {
    expect(JSON.stringify(business)).not.toMatch(/review|rating/i);
  });
});

it("serviceOffer describes a service and its provider", () => {
  const service = {
    name: "Termite Control",
    slug: "termite-control",
    shortDescription: "Inspection and treatment.",
    imageUrl: "/art/termite.svg",
  };
  expect(serviceOffer(subject, service)).toMatchObject({
    "@type": "Service",
    name: "Termite Control",
    url: "https://site.test/services/termite-control",
    image: "https://site.test/art/termite.svg",
    provider: { "@type": "LocalBusiness", name: sampleIdentity.name },
  });
  expect(serviceOffer(subject, { ...service, imageUrl: "" })).not.toHaveProperty("image");
});

it("blogPosting describes a post", () => {
  const post = {
    title: "Termites",
    slug: "termites",
    excerpt: "About termites.",
    imageUrl: "https://pictures.test/a.jpg",
    publishedAt: "2025-05-14T12:00:00-05:00",
    updatedAt: "2025-06-01T12:00:00-05:00",
  };
  expect(blogPosting(subject, post)).toMatchObject({
    "@type": "BlogPosting",
    headline: "Termites",
    image: "https://pictures.test/a.jpg",
    datePublished: post.publishedAt,
    dateModified: post.updatedAt,
  });
});

it("breadcrumbs start with the home page", () => {
  expect(breadcrumbs("https://site.test", ["Blog", "/blog"])).toMatchObject({
    itemListElement: [
      { position: 1, name: "Home", item: "https://site.test/" },
      { position: 2, name: "Blog", item: "https://site.test/blog" },
    ],
  });
});

describe("structuredDataScripts", () => {
  const parse = (html: string) => {
    const box = document.createElement("div");
    box.innerHTML = html;
    return [...box.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
      JSON.parse(script.textContent ?? ""),
    );
  };

  it("has one element for the thing on the page and one for the breadcrumbs", () => {
    const html = structuredDataScripts(subject, {
      service: { name: "Ants", slug: "ants", shortDescription: "", imageUrl: "" },
      trail: [["Ants", "/services/ants"]],
    });
    expect(parse(html).map((item) => item["@type"])).toEqual(["Service", "BreadcrumbList"]);
  });

  it("cannot close its element", () => {
    const name = "</script><script>alert(1)</script>";
    const html = structuredDataScripts(subject, { trail: [[name, "/"]] });
    expect(html.match(/<\/?script/g)).toEqual(["<script", "</script"]);
    expect(parse(html)[0].itemListElement[1].name).toBe(name);
  });
});
