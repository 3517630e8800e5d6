import { expect, test, vi } from "vitest";
import { postQuery } from "./posts";

test("postQuery asks for the post with the slug only, and returns null if there is none", async () => {
  const posts = [{ slug: "ants" }, { slug: "termites-silent-destroyers" }];
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    expect(pathname).toBe("/api/blog-posts");
    expect(searchParams.has("slug")).toBe(true);
    const data = posts.filter((post) => post.slug === searchParams.get("slug"));
    return Response.json({ success: true, data });
  });
  expect(await postQuery("termites-silent-destroyers").queryFn()).toEqual(posts[1]);
  expect(await postQuery("termites").queryFn()).toBeNull();
});
