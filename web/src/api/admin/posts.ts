import { type Post, postKeys } from "../posts";
import { sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** A post on its way to the server; without an id it is a new one. */
export type PostChange = Pick<Post, "title" | "slug" | "excerpt" | "content" | "imageUrl"> & {
  id?: number;
  /** When the post was saved that the change was made from. */
  basedOn?: string;
};

export function useSavePost() {
  return useAdminMutation(
    (post: PostChange) => sendChange("POST", "/api/admin/blog-posts", post),
    [postKeys.all],
  );
}

export function useDeletePost() {
  return useAdminMutation(
    (id: number) => sendChange("DELETE", `/api/admin/blog-posts/${id}`),
    [postKeys.all],
  );
}
