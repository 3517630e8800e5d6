import type { Identity } from "@/domain/page-data";

/** A made-up company for tests. */
export const sampleIdentity: Identity = {
  name: "Lone Oak Pest & Termite",
  legalName: "Lone Oak Pest & Termite LLC",
  tagline: "Pest and termite control for Hillsboro and Hill County",
  phone: "(254) 555-0142",
  phoneE164: "+12545550142",
  email: "info@loneoakpest.example",
  portalUrl: "https://portal.loneoakpest.example/",
  street: "100 Example Street",
  town: "Hillsboro",
  county: "Hill County",
  state: "Texas",
  stateCode: "TX",
  postalCode: "76645",
  latitude: 32.011,
  longitude: -97.13,
  timeZone: "America/Chicago",
  foundedYear: 2021,
  experience: "30 years of combined experience",
  guarantee: "100% satisfaction",
  license: "TPCL 0000000 (sample)",
  facebookUrl: "https://www.facebook.com/loneoakpest.example",
  mapUrl: "https://www.openstreetmap.org/export/embed.html?bbox=-97.45%2C31.80&layer=mapnik",
  map: "embed",
  chat: { provider: "own" },
  brand: { main: "", accent: "", logo: "", icon: "", shareImage: "" },
  areasServed: ["Hillsboro", "Whitney"],
  team: [
    {
      name: "Sam Sample",
      role: "President & Partner",
      bio: "Sam crawls.",
      imageUrl: "/art/portrait-1.svg",
    },
    {
      name: "Pat Placeholder",
      role: "CEO & Partner",
      bio: "Pat answers.",
      imageUrl: "/art/portrait-2.svg",
    },
  ],
};

/** What the footer lists in tests. */
export const sampleFooter = [
  "Termite Control",
  "Mosquito Control",
  "Rodent Control",
  "General Pest Control",
  "Commercial Pest Control",
  "Free Inspections",
];
