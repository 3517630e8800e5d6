import { clsx } from "clsx";
import { Link } from "wouter";
import type { Post } from "@/api/posts";
import { formatDate } from "@/lib/dates";
import { buttonClass } from "@/ui/button";
import { CoverPicture } from "@/ui/cover-picture";

interface PostSummaryProps {
  post: Post;
  /** The newest post, which takes the full width. */
  leading: boolean;
}

/** A post in the list. */
export function PostSummary({ post, leading }: PostSummaryProps) {
  const { title, slug, excerpt, imageUrl, publishedAt } = post;
  return (
    <article
      className={clsx(
        "flex flex-col gap-6",
        leading && "md:col-span-2 md:grid md:grid-cols-[1.4fr_1fr] md:items-center md:gap-12",
      )}
    >
      <CoverPicture
        src={imageUrl}
        details={post.image}
        alt=""
        sizes="(min-width: 768px) 42rem, 100vw"
        width={1200}
        height={600}
        loading={leading ? "eager" : "lazy"}
        fetchPriority={leading ? "high" : undefined}
        className="aspect-2/1 w-full rounded-3xl"
      />
      <div className="flex min-w-0 grow flex-col items-start">
        <time dateTime={publishedAt.slice(0, 10)} className="text-soft">
          {formatDate(publishedAt)}
        </time>
        <h3 className={clsx("mt-1.5", leading ? "text-title" : "text-2xl")}>{title}</h3>
        <p className="mt-3 mb-6 text-soft">{excerpt}</p>
        <Link
          href={`/blog/${slug}`}
          className={buttonClass({ variant: "outline", className: "mt-auto" })}
        >
          Read More
          <span className="sr-only">: {title}</span>
        </Link>
      </div>
    </article>
  );
}
