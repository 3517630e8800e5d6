import { QueryClient } from "@tanstack/react-query";
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
  const client = new QueryClient();
  expect(await client.fetchQuery(postQuery("termites-silent-destroyers"))).toEqual(posts[1]);
  expect(await client.fetchQuery(postQuery("termites"))).toBeNull();
});
