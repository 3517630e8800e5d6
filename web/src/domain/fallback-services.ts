import type { Identity } from "./page-data";

/** The services that the site shows while the database has none. */
export function fallbackServices({ town, county }: Pick<Identity, "town" | "county">) {
  return [
    {
      id: -1,
      name: "Residential",
      slug: "residential",
      shortDescription: `Pest and termite control for houses in ${town} and across ${county}, built around one line of treatment at the outside wall.`,
      fullDescription:
        "<p>A house has a few dozen places where something small can get in: the weep holes in the brick, the pipe behind the dishwasher, the gap under the garage door. We find yours, treat the wall where it meets the ground, and close what can be closed.</p><p>The first visit covers the inside and the outside. After that most homes need us only outside, so you do not have to take the morning off.</p>",
      imageUrl: "/art/residential.svg",
      features: [
        "Inspection inside and out before any treatment",
        "Ants, roaches, spiders, scorpions and wasps",
        "Termite, mosquito and rodent plans for the same address",
        "A return visit between services at no charge",
      ],
      template: "",
      featuredOnHome: false,
      hidden: false,
      updatedAt: "",
    },
    {
      id: -2,
      name: "Commercial",
      slug: "commercial",
      shortDescription:
        "Documented service for restaurants, shops, schools, clinics and warehouses, at hours when your customers are not there.",
      fullDescription:
        "<p>In a business, the record matters as much as the treatment. We place numbered monitoring stations on a map of your building, read them at every visit and treat where the numbers say.</p><p>The logbook holds licenses, labels, service tickets and notes in the order in which an inspector asks for them.</p>",
      imageUrl: "/art/commercial.svg",
      features: [
        "Visits before or after opening hours",
        "Logbook ready for the health inspector",
        "Monitoring stations with a site map",
        "One technician who knows your building",
      ],
      template: "",
      featuredOnHome: false,
      hidden: false,
      updatedAt: "",
    },
    {
      id: -3,
      name: "New Construction",
      slug: "new-construction",
      shortDescription:
        "Termite pre-treatment for builders, timed to the pour, with the paperwork that lenders and inspectors expect.",
      fullDescription:
        "<p>The best moment to keep termites out of a house is before the slab is poured. We treat the soil of the pad and around every pipe that will come through it, on the day that your schedule gives us.</p><p>After the final grade we come back for the outside of the foundation and hand over the certificates for the closing.</p>",
      imageUrl: "/art/new-construction.svg",
      features: [
        "Soil treatment before the slab is poured",
        "Plumbing penetrations and form boards covered",
        "Treatment records for lender and inspector",
        "Scheduling that keeps up with your concrete crew",
      ],
      template: "",
      featuredOnHome: false,
      hidden: false,
      updatedAt: "",
    },
  ];
}
