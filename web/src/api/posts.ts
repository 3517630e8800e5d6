import type { Query } from "@/lib/data-store";
import { getData, type Schema } from "./client";

/** A post. Its content is empty in the list that the server puts into the blog page. */
export type Post = Schema<"Post">;

export const postKeys = {
  all: ["blog-posts"] as const,
  one: (slug: string) => ["blog-posts", slug] as const,
};

export const postsQuery: Query<Post[]> = {
  queryKey: postKeys.all,
  queryFn: () => getData("/api/blog-posts"),
};

/** One post, or null. The server lists only the post with the slug. */
export function postQuery(slug: string): Query<Post | null> {
  return {
    queryKey: postKeys.one(slug),
    queryFn: async () => {
      const posts = await getData("/api/blog-posts", { query: { slug } });
      return posts.find((post) => post.slug === slug) ?? null;
    },
  };
}
