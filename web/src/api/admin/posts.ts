import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getData, getPart } from "../client";
import { type Post, postKeys } from "../posts";
import { claimKeys } from "./claims";
import { sendChange, sendSave } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** A post to save; without an id it is created. */
export type PostEdit = Pick<Post, "title" | "slug" | "excerpt" | "content" | "imageUrl"> & {
  id?: number;
  /** updatedAt of the version that was edited; the server refuses the edit if it is outdated. */
  basedOn?: string;
};

/** The posts part by part, without their contents, or those with the text in their title or slug. */
export function postListQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...postKeys.all, "list", search],
    queryFn: async ({ pageParam }) => {
      const { data, next } = await getPart("/api/blog-posts", {
        query: {
          limit: 20,
          fields: "summary",
          ...(search && { search }),
          ...(pageParam && { after: pageParam }),
        },
      });
      const after = next && new URL(next, location.href).searchParams.get("after");
      return { posts: data, next: after || undefined };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

/** One post with its content, or null. */
export function postByIdQuery(id: string) {
  return queryOptions({
    queryKey: [...postKeys.all, "id", id],
    queryFn: async () => {
      const posts = await getData("/api/blog-posts", { query: { id: Number(id) } });
      return posts[0] ?? null;
    },
  });
}

export function useSavePost() {
  return useAdminMutation(
    (post: PostEdit, key) => sendSave("/api/admin/blog-posts", post, key),
    [postKeys.all, claimKeys.all],
  );
}

export function useDeletePost() {
  return useAdminMutation(
    (id: number) => sendChange("DELETE", "/api/admin/blog-posts/{id}", { path: { id } }),
    [postKeys.all, claimKeys.all],
  );
}
