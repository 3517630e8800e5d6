import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi, pending, renderWithPage } from "@/testing/render";
import { BlogTeaser } from "./blog-teaser";

const post = (id: number) => ({
  id,
  title: `Post ${id}`,
  slug: `post-${id}`,
  excerpt: "Short.",
  content: "",
  imageUrl: "",
  publishedAt: "2026-02-03T12:00:00-06:00",
  updatedAt: "2026-02-03T12:00:00-06:00",
});

const targets = () =>
  screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

const all = ["View All Articles", "/blog"];
const article = (path: string) => ["Termites: The Silent Destroyers", path];

it("section 2, blog teaser: one static article, published May 14, 2025", () => {
  const data = { "blog-teaser": { article: "termites-silent-destroyers", posts: [] } };
  renderWithPage(<BlogTeaser />, { data });
  expect(targets()).toEqual([all, article("/blog/termites-silent-destroyers")]);
  expect(screen.getByText("May 14, 2025")).toBeVisible();
  expect(screen.queryByRole("list")).toBeNull();
});

it("lists other posts below the article", () => {
  const data = { "blog-teaser": { article: "renamed", posts: [post(3), post(2)] } };
  renderWithPage(<BlogTeaser />, { data });
  expect(targets()).toEqual([
    all,
    article("/blog/renamed"),
    ["Post 3", "/blog/post-3"],
    ["Post 2", "/blog/post-2"],
  ]);
});

it("shows the newest post in the place of the article if that was deleted", () => {
  const data = { "blog-teaser": { article: "", posts: [post(3), post(2)] } };
  const { unmount } = renderWithPage(<BlogTeaser />, { data });
  expect(targets()).toEqual([all, ["Post 3", "/blog/post-3"], ["Post 2", "/blog/post-2"]]);
  expect(screen.getByRole("article")).toHaveTextContent("Post 3");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  unmount();
  renderWithPage(<BlogTeaser />, { data: { "blog-teaser": { article: "", posts: [] } } });
  expect(targets()).toEqual([all]);
  expect(screen.getByRole("heading", { name: "From Our Blog" })).toBeVisible();
});

it("shows the article while the posts are loading", () => {
  mockApi({ "/api/blog-teaser": pending });
  renderWithPage(<BlogTeaser />);
  expect(targets()).toEqual([all, article("/blog/termites-silent-destroyers")]);
});
