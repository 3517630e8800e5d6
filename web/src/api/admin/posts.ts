import { type Post, postKeys } from "../posts";
import { claimKeys } from "./claims";
import { sendChange } from "./client";
import { useAdminMutation } from "./use-admin-mutation";

/** A post to save; without an id it is created. */
export type PostEdit = Pick<Post, "title" | "slug" | "excerpt" | "content" | "imageUrl"> & {
  id?: number;
  /** updatedAt of the version that was edited; the server refuses the edit if it is outdated. */
  basedOn?: string;
};

export function useSavePost() {
  return useAdminMutation(
    (post: PostEdit) => sendChange("POST", "/api/admin/blog-posts", { body: post }),
    [postKeys.all, claimKeys.all],
  );
}

export function useDeletePost() {
  return useAdminMutation(
    (id: number) => sendChange("DELETE", "/api/admin/blog-posts/{id}", { path: { id } }),
    [postKeys.all, claimKeys.all],
  );
}
