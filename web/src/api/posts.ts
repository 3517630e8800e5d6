import type { Query } from "@/lib/data-store";
import { getData, getPart, type Schema } from "./client";

/** A post. Its content is empty in lists. */
export type Post = Schema<"Post">;

/** A page of the blog. */
export interface PostPage {
  posts: Post[];
  /** Whether there is another page. */
  more: boolean;
}

export const postKeys = {
  all: ["blog-posts"] as const,
  pages: ["blog-posts", "page"] as const,
  page: (number: number) => ["blog-posts", "page", String(number)] as const,
  teaser: ["blog-teaser"] as const,
  one: (slug: string) => ["blog-posts", slug] as const,
};

/** The posts on a page of the blog, counted from 1. */
export function postPageQuery(page: number): Query<PostPage> {
  return {
    queryKey: postKeys.page(page),
    queryFn: async () => {
      const { data, next } = await getPart("/api/blog-posts", {
        query: { page, fields: "summary" },
      });
      return { posts: data, more: next !== undefined };
    },
  };
}

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

/** What the home page shows of the blog. */
export const blogTeaserQuery: Query<Schema<"BlogTeaser">> = {
  queryKey: postKeys.teaser,
  queryFn: () => getData("/api/blog-teaser"),
};
