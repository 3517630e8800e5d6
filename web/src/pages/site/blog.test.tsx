import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { mockApi, pending, renderWithPage } from "@/testing/render";
import { Blog } from "./blog";

const post = (slug: string, publishedAt = "2025-05-14T12:00:00-05:00") => ({
  id: slug.length,
  title: `Title of ${slug}`,
  slug,
  excerpt: `Excerpt of ${slug}`,
  content: "First paragraph.\n\nWhy?\n\n- one\n- two",
  imageUrl: "",
  publishedAt,
  updatedAt: publishedAt,
});

const pageOne = (...posts: object[]) => ({
  queries: [{ key: ["blog-posts", "page", "1"], data: { posts, more: false } }],
});

describe("the list", () => {
  it("shows a loading message", () => {
    mockApi({ "/api/blog-posts?page=1&fields=summary": pending });
    renderWithPage(<Blog />);
    expect(screen.getByText("Loading blog posts...")).toBeVisible();
  });

  it("shows an error if loading failed", async () => {
    mockApi({ "/api/blog-posts?page=1&fields=summary": 500 });
    renderWithPage(<Blog />);
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("Error loading blog posts");
    expect(notice).toHaveTextContent("Please try again later.");
  });

  it("shows a message if there are no posts", () => {
    renderWithPage(<Blog />, pageOne());
    expect(screen.getByText("No blog posts yet")).toBeVisible();
    expect(
      screen.getByText("Check back soon for helpful pest control tips and articles."),
    ).toBeVisible();
  });

  it("shows title, excerpt, date and link of each post", () => {
    renderWithPage(<Blog />, pageOne(post("ants"), post("crickets", "no date")));
    const [ants, crickets] = screen.getAllByRole("article");
    expect(ants).toHaveTextContent("Title of ants");
    expect(ants).toHaveTextContent("Excerpt of ants");
    expect(ants).toHaveTextContent("May 14, 2025");
    expect(within(ants as HTMLElement).getByRole("link", { name: /^Read More/ })).toHaveAttribute(
      "href",
      "/blog/ants",
    );
    expect((crickets as HTMLElement).querySelector("time")).toBeEmptyDOMElement();
    expect(screen.queryByRole("navigation")).not.toBeInTheDocument();
  });

  it("has a title, a canonical URL and links of its own on each page", () => {
    renderWithPage(<Blog />, {
      path: "/blog?page=2",
      queries: [{ key: ["blog-posts", "page", "2"], data: { posts: [post("ants")], more: true } }],
    });
    expect(document.title).toMatch(/^Blog, Page 2 \|/);
    const href = (rel: string) =>
      document.querySelector(`link[rel="${rel}"]`)?.getAttribute("href");
    expect(href("canonical")).toBe("https://site.test/blog?page=2");
    expect(href("prev")).toBe("https://site.test/blog");
    expect(href("next")).toBe("https://site.test/blog?page=3");
    const pages = within(screen.getByRole("navigation", { name: "Pages of the blog" }));
    expect(pages.getByRole("link", { name: "Newer Articles" })).toHaveAttribute("href", "/blog");
    expect(pages.getByRole("link", { name: "Older Articles" })).toHaveAttribute(
      "href",
      "/blog?page=3",
    );
  });

  it("fetches a page after client-side navigation and knows whether it is the last one", async () => {
    vi.stubGlobal("fetch", async (url: string) =>
      Response.json(
        { success: true, data: [post(url.includes("page=2") ? "mice" : "ants")] },
        url.includes("page=2")
          ? {}
          : { headers: { Link: '</api/blog-posts?fields=summary&page=2>; rel="next"' } },
      ),
    );
    const { user } = renderWithPage(<Blog />, { path: "/blog" });
    await user.click(await screen.findByRole("link", { name: "Older Articles" }));
    expect(await screen.findByRole("heading", { name: "Title of mice" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Older Articles" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("link", { name: "Newer Articles" }));
    expect(await screen.findByRole("heading", { name: "Title of ants" })).toBeVisible();
  });

  it.each(["/blog?page=0", "/blog?page=x"])("at %s is the first page", async (path) => {
    mockApi({ "/api/blog-posts?page=1&fields=summary": [post("ants")] });
    const { statuses } = renderWithPage(<Blog />, { path });
    expect(await screen.findByRole("heading", { name: "Title of ants" })).toBeVisible();
    expect(statuses).toEqual([]);
  });

  it("beyond the end is not found", async () => {
    mockApi({ "/api/blog-posts?page=9&fields=summary": [] });
    const { statuses } = renderWithPage(<Blog />, { path: "/blog?page=9" });
    expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
    expect(statuses).toContain(404);
  });
});

describe("a post", () => {
  it("shows its title and formatted text", () => {
    renderWithPage(<Blog slug="ants" />, {
      queries: [{ key: ["blog-posts", "ants"], data: post("ants") }],
    });
    expect(screen.getByRole("heading", { level: 1, name: "Title of ants" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 2, name: "Why?" })).toBeVisible();
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["one", "two"]);
    expect(screen.getAllByRole("link", { name: "← Back to all articles" })[0]).toHaveAttribute(
      "href",
      "/blog",
    );
  });

  it("is fetched alone after client-side navigation", async () => {
    mockApi({ "/api/blog-posts?slug=mice": [post("mice")] });
    renderWithPage(<Blog slug="mice" />);
    expect(await screen.findByRole("heading", { name: "Title of mice" })).toBeVisible();
  });

  it("begins with what the list has said of it", async () => {
    mockApi({ "/api/blog-posts?slug=ants": [post("ants")] });
    renderWithPage(<Blog slug="ants" />, {
      queries: [
        {
          key: ["blog-posts", "page", "1"],
          data: { posts: [{ ...post("ants"), content: "" }], more: false },
        },
      ],
    });
    expect(screen.getByRole("heading", { level: 1, name: "Title of ants" })).toBeVisible();
    expect(screen.getByText("Loading blog posts...")).toBeVisible();
    expect(await screen.findByRole("heading", { level: 2, name: "Why?" })).toBeVisible();
    expect(screen.queryByText("Loading blog posts...")).toBeNull();
  });

  it.each([
    ["a later page of the list", ["blog-posts", "page", "3"]],
    ["the home page", ["blog-teaser"]],
  ])("begins with what %s has said of it", (_, key) => {
    mockApi({ "/api/blog-posts?slug=ants": pending });
    const listed = { ...post("ants"), content: "" };
    renderWithPage(<Blog slug="ants" />, { queries: [{ key, data: { posts: [listed] } }] });
    expect(screen.getByRole("heading", { level: 1, name: "Title of ants" })).toBeVisible();
  });

  it("leads to another one", () => {
    const related = { title: "Mice in the attic", slug: "mice", excerpt: "They come in October." };
    renderWithPage(<Blog slug="ants" />, {
      queries: [{ key: ["blog-posts", "ants"], data: { ...post("ants"), related } }],
    });
    const next = within(screen.getByRole("complementary", { name: "Read next" }));
    expect(next.getByRole("link", { name: "Mice in the attic" })).toHaveAttribute(
      "href",
      "/blog/mice",
    );
    expect(next.getByText("They come in October.")).toBeVisible();
  });

  it("that does not exist shows only the blog's header, with status 404", () => {
    const { statuses } = renderWithPage(<Blog slug="none" />, {
      queries: [{ key: ["blog-posts", "none"], data: null }],
    });
    expect(screen.getByRole("heading", { level: 1, name: "Pest Control Blog" })).toBeVisible();
    expect(screen.queryByRole("article")).not.toBeInTheDocument();
    expect(screen.queryByText("No blog posts yet")).not.toBeInTheDocument();
    expect(statuses).toContain(404);
  });

  it("that cannot be loaded shows an error", async () => {
    mockApi({ "/api/blog-posts?slug=ants": 503 });
    renderWithPage(<Blog slug="ants" />);
    expect(await screen.findByText("Error loading blog posts")).toBeVisible();
  });
});
