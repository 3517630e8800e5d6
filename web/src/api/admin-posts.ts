import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "./admin-client";
import { type Post, postKeys } from "./posts";

/** A post on its way to the server; without an id it is a new one. */
export type PostChange = Pick<Post, "title" | "slug" | "excerpt" | "content" | "imageUrl"> & {
  id?: number;
};

export function useSavePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (post: PostChange) => sendChange("POST", "/api/admin/blog-posts", post),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: postKeys.all }),
  });
}

export function useDeletePost() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => sendChange("DELETE", `/api/admin/blog-posts/${id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: postKeys.all }),
  });
}
