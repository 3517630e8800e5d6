/** The facts about a company in another town, without a customer portal, a map or a photo. */
export const secondCompany = {
  name: "Brazos Guard",
  legalName: "Brazos Guard LLC",
  tagline: "Pest and termite control for Granbury and Hood County",
  phone: "(817) 555-0199",
  email: "hello@brazosguard.example",
  street: "1 Main Street",
  town: "Granbury",
  county: "Hood County",
  state: "Texas",
  stateCode: "TX",
  postalCode: "76048",
  timeZone: "America/Chicago",
  areasServed: ["Granbury", "Acton"],
  team: [{ name: "Olive Owner", role: "Owner" }],
};
