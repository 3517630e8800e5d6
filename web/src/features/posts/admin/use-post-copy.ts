import type { UseFormReturn } from "react-hook-form";
import type { PostEdit } from "@/api/admin/posts";
import type { Post } from "@/api/posts";
import { type FormCopyOptions, useFormCopy } from "@/ui/admin/use-form-copy";

const labels = {
  title: "Title",
  slug: "URL Slug",
  imageUrl: "Blog Post Image",
  excerpt: "Excerpt",
  content: "Content",
} as const;

/** The working copy of a post's form. */
export function usePostCopy(
  post: Post | undefined,
  form: UseFormReturn<PostEdit>,
  copyId: string | undefined,
  onConflict: FormCopyOptions<PostEdit>["onConflict"],
) {
  const title = form.watch("title");
  return useFormCopy(form, {
    kind: "post",
    id: post ? String(post.id) : "new",
    title,
    labels,
    continueWith: copyId,
    onConflict,
  });
}
