const labels: Record<string, string> = {
  alt: "Alternative Text",
  closeTime: "Closing Time",
  content: "Content",
  date: "First Day",
  email: "E-mail",
  endDate: "Last Day",
  excerpt: "Excerpt",
  facebookUrl: "Facebook URL",
  features: "Features",
  foundedYear: "Founding Year",
  fullDescription: "Full Description",
  icon: "Icon",
  imageUrl: "Image URL",
  key: "Key",
  label: "Label",
  mapUrl: "Map URL",
  name: "Name",
  openTime: "Opening Time",
  platform: "Platform",
  portalUrl: "Customer Portal URL",
  replies: "Quick replies",
  secondCloseTime: "Second Closing Time",
  secondOpenTime: "Second Opening Time",
  section: "Section",
  shortDescription: "Short Description",
  slug: "Slug",
  template: "Template",
  title: "Title",
  type: "Type",
  url: "URL",
  value: "Content",
};

/** The label of a field of the API, such as "Team 1 Name" for "team.0.name". */
export function fieldLabel(path: string): string {
  return path
    .split(".")
    .map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : (labels[name] ?? words(name))))
    .join(" ");
}

/** The words of a name such as "featuredOnHome", each with a capital. */
function words(name: string): string {
  return name.replace(/[A-Z]/g, " $&").replace(/^./, (first) => first.toUpperCase());
}
