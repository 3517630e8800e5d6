import { act } from "react";
import type { Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contentDefault } from "@/domain/content-defaults";
import type { PageData } from "@/domain/page-data";
import pageSchema from "@/domain/page-schema.json";
import type { SeededQuery } from "@/lib/data-store";
import { sampleIdentity } from "@/testing/sample-identity";
import { AdminApp } from "./admin-app";
import { allScreens } from "./all-screens";
import { App } from "./app";
import { render } from "./entry-server";
import { mount } from "./mount";

const service = {
  id: 1,
  name: "Termite Control",
  slug: "termite",
  shortDescription: "Colonies stopped at the slab.",
  fullDescription: "<p>We <em>inspect</em> first.</p>",
  imageUrl: "/art/termite.svg",
  features: ["Inspection", "Treatment", "Renewal", "Report"],
  template: '<section class="p-4"><h3>{name}</h3>{features}</section>',
  featuredOnHome: true,
  updatedAt: "2025-05-14T17:00:00Z",
};

const post = {
  id: 1,
  title: "Termites",
  slug: "termites",
  excerpt: "Silent.",
  content: "First.\n\n1. Second\n\n- a\n- b\n\nA | B\n--- | ---\n1 | 2",
  imageUrl: "/art/article-termites.svg",
  publishedAt: "2025-05-14T17:00:00Z",
  updatedAt: "2025-05-14T17:00:00Z",
};

const review = {
  reviewId: "r1",
  reviewer: { displayName: "Ada L.", profilePhotoUrl: "" },
  starRating: "FIVE",
  comment: "They came on time.",
  createTime: "2025-05-01T12:00:00Z",
};

const shared: SeededQuery[] = [
  { key: ["content", "every"], data: [] },
  {
    key: ["social-links"],
    data: [{ id: 1, platform: "facebook", url: "https://f.example", icon: "", active: true }],
  },
  {
    key: ["business-hours"],
    data: [{ day: "monday", openTime: "8:00 AM", closeTime: "5:00 PM", isClosed: false }],
  },
  {
    key: ["special-days"],
    data: [
      {
        id: 1,
        date: "2025-11-27",
        endDate: "2025-11-27",
        isClosed: true,
        openTime: "",
        closeTime: "",
        label: "Thanksgiving Day",
      },
    ],
  },
];

function pageAt(path: string, ...queries: SeededQuery[]): PageData {
  return {
    path,
    year: 2025,
    identity: sampleIdentity,
    footerServices: ["Termite Control"],
    baseUrl: "https://pest.example",
    queries: [...shared, ...queries],
  };
}

function blogPage(number: number): SeededQuery {
  const data = { posts: [{ ...post, content: "" }], more: true };
  return { key: ["blog-posts", "page", String(number)], data };
}

const texts = (page: string): SeededQuery => ({
  key: ["page-texts", page],
  data: { mission: "To keep it dry.", "programs.1.points": "one\ntwo" },
});

/** Each page with its data and the HTTP status that it must have. */
const pages: [string, number, PageData][] = [
  [
    "/",
    200,
    pageAt(
      "/",
      { key: ["content", "home"], data: [{ key: "hero_title", content: "Welcome" }] },
      { key: ["services"], data: [{ ...service, template: "", fullDescription: "" }] },
      { key: ["google-reviews"], data: [review] },
      { key: ["blog-teaser"], data: { article: "", posts: [{ ...post, content: "" }] } },
      texts("home"),
    ),
  ],
  [
    "/services",
    200,
    pageAt(
      "/services",
      { key: ["content", "services"], data: [] },
      { key: ["services"], data: [service] },
      texts("services"),
    ),
  ],
  [
    "/services/termite",
    200,
    pageAt("/services/termite", { key: ["services", "termite"], data: service }, texts("services")),
  ],
  [
    "/services/residential",
    200,
    pageAt(
      "/services/residential",
      { key: ["services"], data: [] },
      { key: ["services", "residential"], data: null },
      texts("services"),
    ),
  ],
  ["/services/nothing", 404, pageAt("/services/-", { key: ["services", "-"], data: null })],
  ["/programs", 200, pageAt("/programs", texts("programs"))],
  ["/about", 200, pageAt("/about", { key: ["content", "about"], data: [] }, texts("about"))],
  ["/blog", 200, pageAt("/blog", blogPage(1))],
  ["/blog?utm_source=mail", 200, pageAt("/blog", blogPage(1))],
  ["/blog?page=2", 200, pageAt("/blog?page=2", blogPage(2))],
  ["/blog?page=9", 404, pageAt("/-")],
  [
    "/blog/termites",
    200,
    pageAt("/blog/termites", { key: ["blog-posts", "termites"], data: post }),
  ],
  ["/blog/nothing", 404, pageAt("/blog/-", { key: ["blog-posts", "-"], data: null })],
  ["/contact", 200, pageAt("/contact", { key: ["content", "contact"], data: [] })],
  ["/customer-portal", 200, pageAt("/customer-portal")],
  ["/login", 200, pageAt("/login")],
  ["/nothing", 404, pageAt("/-")],
  ["/admin/nothing", 404, pageAt("/admin/-")],
];

// Makes the functions of the module replaceable by spies.
vi.mock("@/domain/content-defaults", { spy: true });

let root: Root | undefined;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});

afterEach(async () => {
  await act(async () => root?.unmount());
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

test.each(pages)(
  "%s is rendered with status %i and hydrated without warnings or requests",
  async (url, status, page) => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => {});
    const fetch = vi.fn(async () => Response.error());
    vi.stubGlobal("fetch", fetch);
    history.replaceState(null, "", url);

    const response = JSON.parse(render(JSON.stringify(page)));
    expect(response.status).toBe(status);
    expect(response.head).toContain(`| ${sampleIdentity.name.replace("&", "&amp;")}</title>`);
    document.head.innerHTML = response.head;
    document.body.innerHTML = response.body;
    const data = document.createElement("script");
    data.type = "application/json";
    data.id = "page-data";
    data.textContent = JSON.stringify(page);
    document.body.append(data);
    const before = document.querySelector("h1");
    expect(before?.textContent).not.toBe("");

    await act(async () => {
      root = mount((props) =>
        page.path === "/login" ? <AdminApp {...props} /> : <App {...props} screens={allScreens} />,
      );
    });
    expect(consoleError).not.toHaveBeenCalled();
    expect(fetch).not.toHaveBeenCalled();
    expect(document.querySelector("h1"), "the server's element is reused").toBe(before);
    expect(document.head.querySelectorAll("title")).toHaveLength(1);
  },
);

test.each(pages)("%s (%i) reads the content keys that the server lists for it", (_, __, page) => {
  const read = vi.mocked(contentDefault).mockClear();
  // Without stored content every key that is read needs its default.
  const queries = page.queries.map((query) =>
    query.key[0] === "content" ? { ...query, data: [] } : query,
  );
  render(JSON.stringify({ ...page, queries }));
  const name = page.queries.findLast(({ key }) => key[0] === "content")?.key[1] ?? "every";
  const listed = new Map(Object.entries(pageSchema.components.schemas.ContentKeys.properties));
  // What every page reads has no default here: the company's address stands in for it.
  const own = name === "every" ? [] : listed.get(name)?.enum;
  expect(new Set(read.mock.calls.map(([key]) => key))).toEqual(new Set(own));
});

test("an unknown path below /admin is rendered without header and footer", () => {
  const { body } = JSON.parse(render(JSON.stringify(pageAt("/admin/-"))));
  expect(body).toContain("404 Page Not Found");
  expect(body).toContain("bg-desk");
  expect(body).not.toMatch(/<(?:header|footer|aside)/);
});
