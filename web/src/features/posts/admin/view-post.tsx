import type { Post } from "@/api/posts";

/** Opens the public page of a saved post in a new tab. */
export function ViewPost({ post }: { post: Post }) {
  return (
    <a
      href={`/blog/${post.slug}`}
      target="_blank"
      rel="noopener"
      className="-my-1.5 inline-block py-1.5 font-semibold text-primary underline underline-offset-4"
    >
      View post<span className="sr-only"> {post.title}</span>
    </a>
  );
}
