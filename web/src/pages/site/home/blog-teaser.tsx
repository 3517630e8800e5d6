import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { blogTeaserQuery } from "@/api/posts";
import { useData } from "@/lib/data-store";
import { formatDate } from "@/lib/dates";
import { buttonClass } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { Picture } from "@/ui/picture";
import { Section } from "@/ui/section";

const article = {
  slug: "termites-silent-destroyers",
  title: "Termites: The Silent Destroyers",
  excerpt:
    "They work behind the paint, all year, without a sound. What to look for around your house, and what to do in the first hour.",
  publishedAt: "2025-05-14",
  imageUrl: "/art/article-termites.svg",
  image: undefined,
};

export function BlogTeaser() {
  const { data: teaser } = useData(blogTeaserQuery);
  const posts = teaser?.posts ?? [];
  const slug = teaser?.article ?? article.slug; // it may have another one by now
  // If the article was deleted, the newest post takes its place.
  const [leading, ...others] = slug ? [{ ...article, slug }, ...posts] : posts;
  return (
    <Section labelledBy="blog-teaser">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <Heading id="blog-teaser">From Our Blog</Heading>
        <Link href="/blog" className={buttonClass({ variant: "outline" })}>
          View All Articles
          <ArrowRight className="size-5" aria-hidden="true" />
        </Link>
      </div>
      {leading && (
        <article className="group relative mt-10 grid items-center gap-6 md:grid-cols-[1.5fr_1fr] md:gap-12">
          {leading.imageUrl && (
            <div className="overflow-hidden rounded-3xl">
              <Picture
                src={leading.imageUrl}
                details={leading.image}
                alt=""
                sizes="100vw"
                width={1200}
                height={600}
                loading="lazy"
                className="aspect-2/1 w-full object-cover transition-[scale] duration-500 ease-settle group-hover:scale-103"
              />
            </div>
          )}
          <div>
            <PublishedOn date={leading.publishedAt} />
            <h3 className="mt-2 text-2xl md:text-3xl">
              <PostLink {...leading} />
            </h3>
            <p className="mt-3 text-lead text-soft">{leading.excerpt}</p>
          </div>
        </article>
      )}
      {others.length > 0 && (
        <ul className="mt-12 grid gap-x-6 gap-y-8 border-line border-t pt-8 md:grid-cols-3">
          {others.map((post) => (
            <li key={post.slug} className="group relative">
              <PublishedOn date={post.publishedAt} />
              <h3 className="mt-1 text-xl">
                <PostLink {...post} />
              </h3>
              <p className="mt-2 line-clamp-3 text-soft">{post.excerpt}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function PublishedOn({ date }: { date: string }) {
  return (
    <time dateTime={date.slice(0, 10)} className="text-soft">
      {formatDate(date)}
    </time>
  );
}

/** The title of a post. The whole card around it can be clicked. */
function PostLink({ slug, title }: { slug: string; title: string }) {
  return (
    <Link
      href={`/blog/${slug}`}
      className="underline decoration-transparent decoration-2 underline-offset-4 transition-colors group-hover:decoration-glow after:absolute after:inset-0"
    >
      {title}
    </Link>
  );
}
