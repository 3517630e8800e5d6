import { queryOptions } from "@tanstack/react-query";
import { getData, type Schema } from "./client";

/** A post. Its content is empty in the list that the server puts into the blog page. */
export type Post = Schema<"Post">;

export const postKeys = {
  all: ["blog-posts"] as const,
  one: (slug: string) => ["blog-posts", slug] as const,
};

const fetchPosts = () => getData("/api/blog-posts");

export const postsQuery = queryOptions({ queryKey: postKeys.all, queryFn: fetchPosts });

/** One post, found by slug in the list, or null. */
export function postQuery(slug: string) {
  return queryOptions({
    queryKey: postKeys.one(slug),
    queryFn: async () => (await fetchPosts()).find((post) => post.slug === slug) ?? null,
  });
}
