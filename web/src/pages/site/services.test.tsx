import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Service } from "@/api/services";
import { mockApi, pending, renderWithPage } from "@/testing/render";
import { FeaturedServices } from "./home/featured-services";
import { ServiceDetail } from "./service-detail";
import { Services } from "./services";

function service(name: string, more: Partial<Service> = {}): Service {
  return {
    id: name.length,
    name,
    slug: name.toLowerCase(),
    shortDescription: `${name} in short`,
    fullDescription: `<p>${name} in <b>full</b></p>`,
    imageUrl: "/art/termite.svg",
    features: ["one", "two", "three", "four"],
    template: "",
    featuredOnHome: false,
    hidden: false,
    updatedAt: "",
    ...more,
  };
}

const names = () =>
  screen.queryAllByRole("article").map((card) => within(card).getByRole("link").textContent);

it("only the first card's image is loaded eagerly", () => {
  const services = [service("Ants"), service("Roaches"), service("Scorpions")];
  renderWithPage(<Services />, { data: { content: [], services } });
  const loading = screen
    .getAllByRole("article")
    .map((card) => card.querySelector("img")?.getAttribute("loading"));
  expect(loading).toEqual(["eager", "lazy", "lazy"]);
});

it("shows administrators no hidden service on public pages", async () => {
  const hidden = service("Ants", { hidden: true });
  const services = [hidden, service("Roaches")];
  const { unmount } = renderWithPage(<Services />, { data: { content: [], services } });
  expect(names()).toEqual(["Roaches"]);
  unmount();
  renderWithPage(<ServiceDetail slug="ants" />, {
    queries: [{ key: ["services", "ants"], data: hidden }],
  });
  expect(screen.getByRole("heading", { name: "Service Not Found" })).toBeVisible();
});

describe("on the home page", () => {
  it("only featured services are shown", () => {
    const services = [service("Ants"), service("Termites", { featuredOnHome: true })];
    renderWithPage(<FeaturedServices />, { data: { services } });
    expect(names()).toEqual(["Termites"]);
  });

  it("the fallback services are not featured, so only heading and link are shown", () => {
    renderWithPage(<FeaturedServices />, { data: { services: [] } });
    expect(names()).toEqual([]);
    expect(screen.getByRole("heading", { name: "Our Services" })).toBeVisible();
    expect(screen.getByRole("link", { name: "View All Services" })).toHaveAttribute(
      "href",
      "/services",
    );
  });

  it("a spinner is shown while they load", () => {
    mockApi({ "/api/services": pending });
    renderWithPage(<FeaturedServices />);
    expect(screen.getByRole("status")).toBeInTheDocument();
  });
});

describe("on the list", () => {
  it("a card shows at most three features", () => {
    renderWithPage(<Services />, { data: { content: [], services: [service("Ants")] } });
    const card = screen.getByRole("article");
    expect(
      within(card)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["one", "two", "three"]);
  });

  it.each([
    ["when the server has none", []],
    ["when loading fails, without an error", 500],
  ])("the fallback services are shown %s", async (_, response) => {
    mockApi({ "/api/services": response });
    renderWithPage(<Services />, { data: { content: [] } });
    await screen.findByText("New Construction");
    expect(names()).toEqual(["Residential", "Commercial", "New Construction"]);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("title and subtitle come from the content", () => {
    const content = [
      { key: "services_title", content: "What we do" },
      { key: "services_subtitle", content: "And how" },
    ];
    renderWithPage(<Services />, { data: { content, services: [] } });
    expect(screen.getByRole("heading", { level: 1, name: "What we do" })).toBeVisible();
    expect(screen.getByText("And how")).toBeVisible();
  });
});

describe("the page of a service", () => {
  const hours = { "business-hours": [], "special-days": [] };
  const at = (slug: string, data: Service | null, services?: Service[]) =>
    renderWithPage(<ServiceDetail slug={slug} />, {
      data: services ? { services, ...hours } : hours,
      queries: [{ key: ["services", slug], data }],
    });

  it("shows all details", () => {
    at("ants", service("Ants", { template: "<p>All about {name}</p>" }));
    expect(screen.getByRole("heading", { level: 1, name: "Ants" })).toBeVisible();
    expect(screen.getByRole("img", { name: "Our work in Hillsboro" })).toHaveAttribute(
      "src",
      "/art/termite.svg",
    );
    expect(screen.getByText("four")).toBeVisible();
    expect(screen.getByRole("link", { name: "Request a Free Quote" })).toHaveAttribute(
      "href",
      "/contact",
    );
    expect(screen.getByRole("heading", { name: "About This Service" })).toBeVisible();
    expect(screen.getByText("full").tagName).toBe("B");
    expect(screen.getByText("All about Ants")).toBeVisible();
  });

  it("shows what the list says of it while it loads", () => {
    mockApi({ "/api/services/ants": pending });
    renderWithPage(<ServiceDetail slug="ants" />, {
      data: { services: [service("Ants")], ...hours },
    });
    expect(screen.getByRole("heading", { level: 1, name: "Ants" })).toBeVisible();
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("shows placeholders for missing image and features", () => {
    at("ants", service("Ants", { imageUrl: "", features: [] }));
    expect(screen.getByText("No image available")).toBeVisible();
    expect(
      screen.getByText(
        "This service includes our professional expertise and guaranteed satisfaction.",
      ),
    ).toBeVisible();
  });

  it("that does not exist has status 404 and a link back", () => {
    const { statuses } = at("none", null, [service("Ants")]);
    expect(screen.getByRole("heading", { name: "Service Not Found" })).toBeVisible();
    expect(
      screen.getByText("Sorry, the service you're looking for doesn't exist or has been removed."),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to Services" })).toHaveAttribute(
      "href",
      "/services",
    );
    expect(statuses).toContain(404);
  });

  it("that cannot be loaded is shown as not found", async () => {
    mockApi({ "/api/services/ants": 500 });
    renderWithPage(<ServiceDetail slug="ants" />);
    expect(await screen.findByRole("heading", { name: "Service Not Found" })).toBeVisible();
  });

  it("can be a fallback service while the server has none", async () => {
    mockApi({ "/api/services/residential": 404, "/api/services": [] });
    renderWithPage(<ServiceDetail slug="residential" />, { data: hours });
    expect(await screen.findByRole("heading", { level: 1, name: "Residential" })).toBeVisible();
  });

  it("section 2: is not a fallback service if loading fails", async () => {
    mockApi({ "/api/services/residential": 503, "/api/services": 503 });
    renderWithPage(<ServiceDetail slug="residential" />);
    expect(await screen.findByRole("heading", { name: "Service Not Found" })).toBeVisible();
  });

  it("cannot be a fallback service once the server has services", async () => {
    mockApi({ "/api/services/residential": 404, "/api/services": [service("Ants")] });
    renderWithPage(<ServiceDetail slug="residential" />);
    expect(await screen.findByRole("heading", { name: "Service Not Found" })).toBeVisible();
  });
});
