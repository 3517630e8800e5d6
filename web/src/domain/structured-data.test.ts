import { describe, expect, it } from "vitest";
import { sampleIdentity } from "@/testing/sample-identity";
import {
  blogPosting,
  breadcrumbs,
  localBusiness,
  questions,
  serviceOffer,
  structuredDataScripts,
} from "./structured-data";

const subject = { identity: sampleIdentity, baseUrl: "https://site.test" };

describe("localBusiness", () => {
  const facts = {
    savedHours: [],
    specialDays: [],
    socialUrls: [],
    officeAddress: "100 Example Street, Hillsboro, TX 76645",
  };
  const business = localBusiness(subject, { ...facts, socialUrls: [sampleIdentity.facebookUrl] });

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
    expect(localBusiness(subject, { ...facts, savedHours: saved })).toHaveProperty(
      "openingHoursSpecification.length",
      5,
    );
  });

  it("has the address that the contact page shows, even if it cannot be split", () => {
    const at = (officeAddress: string) => localBusiness(subject, { ...facts, officeAddress });
    expect(at("5 Elm Street, Whitney, TX 76692")).toMatchObject({
      address: { streetAddress: "5 Elm Street", addressLocality: "Whitney", postalCode: "76692" },
    });
    expect(at("Behind the courthouse")).toHaveProperty("address", "Behind the courthouse");
  });

  it("lists both intervals of a day with a break", () => {
    const lunch = { openTime: "8:00 AM", closeTime: "12:00 PM", isClosed: false };
    const second = { secondOpenTime: "1:00 PM", secondCloseTime: "5:00 PM" };
    const savedHours = [{ day: "monday", ...lunch, ...second }];
    const dayOfWeek = "https://schema.org/Monday";
    expect(localBusiness(subject, { ...facts, savedHours })).toMatchObject({
      openingHoursSpecification: expect.arrayContaining([
        expect.objectContaining({ dayOfWeek, opens: "08:00", closes: "12:00" }),
        expect.objectContaining({ dayOfWeek, opens: "13:00", closes: "17:00" }),
      ]),
    });
  });

  it("lists special days whose times can be parsed", () => {
    const closed = { isClosed: true, openTime: "", closeTime: "", label: "" };
    const typed = { isClosed: false, openTime: "late", closeTime: "later", label: "" };
    const short = { isClosed: false, openTime: "9 AM", closeTime: "12:30 PM", label: "" };
    const days = [
      { date: "2026-11-26", endDate: "2026-11-27", ...closed },
      { date: "2026-12-23", endDate: "2026-12-23", ...typed },
      { date: "2026-12-24", endDate: "2026-12-24", ...short },
    ];
    expect(localBusiness(subject, { ...facts, specialDays: days })).toHaveProperty(
      "specialOpeningHoursSpecification",
      [
        {
          "@type": "OpeningHoursSpecification",
          validFrom: "2026-11-26",
          validThrough: "2026-11-27",
          opens: "00:00",
          closes: "00:00",
        },
        {
          "@type": "OpeningHoursSpecification",
          validFrom: "2026-12-24",
          validThrough: "2026-12-24",
          opens: "09:00",
          closes: "12:30",
        },
      ],
    );
    expect(business).not.toHaveProperty("specialOpeningHoursSpecification");
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
    provider: { "@id": "https://site.test/#business" },
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

it("finds the questions and answers of a template", () => {
  const html =
    '<details open=""><summary class="x">Is it <b>ants</b>?</summary><p>No &amp; yes.</p></details>';
  expect(questions(`<p>Before</p>${html}`)).toMatchObject({
    "@type": "FAQPage",
    mainEntity: [{ name: "Is it ants?", acceptedAnswer: { text: "No & yes." } }],
  });
  expect(questions("<p>None</p>")).toBeUndefined();
});
