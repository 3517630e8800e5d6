import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
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

describe("the list", () => {
  it("shows a loading message", () => {
    mockApi({ "/api/blog-posts": pending });
    renderWithPage(<Blog />);
    expect(screen.getByText("Loading blog posts...")).toBeVisible();
  });

  it("shows an error if loading failed", async () => {
    mockApi({ "/api/blog-posts": 500 });
    renderWithPage(<Blog />);
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("Error loading blog posts");
    expect(notice).toHaveTextContent("Please try again later.");
  });

  it("shows a message if there are no posts", () => {
    renderWithPage(<Blog />, { data: { "blog-posts": [] } });
    expect(screen.getByText("No blog posts yet")).toBeVisible();
    expect(
      screen.getByText("Check back soon for helpful pest control tips and articles."),
    ).toBeVisible();
  });

  it("shows title, excerpt, date and link of each post", () => {
    renderWithPage(<Blog />, {
      data: { "blog-posts": [post("ants"), post("crickets", "no date")] },
    });
    const [ants, crickets] = screen.getAllByRole("article");
    expect(ants).toHaveTextContent("Title of ants");
    expect(ants).toHaveTextContent("Excerpt of ants");
    expect(ants).toHaveTextContent("May 14, 2025");
    expect(within(ants as HTMLElement).getByRole("link", { name: /^Read More/ })).toHaveAttribute(
      "href",
      "/blog/ants",
    );
    expect((crickets as HTMLElement).querySelector("time")).toBeEmptyDOMElement();
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
