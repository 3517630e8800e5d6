import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { postQuery } from "./posts";

test("postQuery finds a post by its slug in the list, or returns null", async () => {
  const posts = [{ slug: "ants" }, { slug: "termites-silent-destroyers" }];
  vi.stubGlobal("fetch", async (path: string) => {
    expect(path).toBe("/api/blog-posts");
    return Response.json({ success: true, data: posts });
  });
  const client = new QueryClient();
  expect(await client.fetchQuery(postQuery("termites-silent-destroyers"))).toEqual(posts[1]);
  expect(await client.fetchQuery(postQuery("termites"))).toBeNull();
});
