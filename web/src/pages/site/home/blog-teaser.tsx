import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { blogTeaserQuery } from "@/api/posts";
import { useData } from "@/lib/data-store";
import { formatDate } from "@/lib/dates";
import { buttonClass } from "@/ui/button";
import { Heading } from "@/ui/heading";
import { Section } from "@/ui/section";

const articles = [
  {
    slug: "termites-silent-destroyers",
    title: "Termites: The Silent Destroyers",
    excerpt:
      "They work behind the paint, all year, without a sound. What to look for around your house, and what to do in the first hour.",
    publishedAt: "2025-05-14",
    picture: "/art/article-termites.svg",
    alt: "Winged termites swarming at a lit window, an oak at dusk behind the house",
  },
];

export function BlogTeaser() {
  const { data: teaser } = useData(blogTeaserQuery);
  return (
    <Section labelledBy="blog-teaser">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <Heading id="blog-teaser">From Our Blog</Heading>
        <Link href="/blog" className={buttonClass({ variant: "outline" })}>
          View All Articles
          <ArrowRight className="size-5" aria-hidden="true" />
        </Link>
      </div>
      {articles.map(({ slug, title, excerpt, publishedAt, picture, alt }) => (
        <article
          key={slug}
          className="group relative mt-10 grid items-center gap-6 md:grid-cols-[1.5fr_1fr] md:gap-12"
        >
          <div className="overflow-hidden rounded-3xl">
            <img
              src={picture}
              alt={alt}
              width={1200}
              height={600}
              loading="lazy"
              className="aspect-2/1 w-full object-cover transition-[scale] duration-500 ease-settle group-hover:scale-103"
            />
          </div>
          <div>
            <time dateTime={publishedAt} className="text-soft">
              {formatDate(publishedAt)}
            </time>
            <h3 className="mt-2 text-2xl md:text-3xl">
              <Link
                // The article may have been deleted, or have another slug by now.
                href={articlePath(teaser ? teaser.article : slug)}
                className="underline decoration-transparent decoration-2 underline-offset-4 transition-colors group-hover:decoration-glow after:absolute after:inset-0"
              >
                {title}
              </Link>
            </h3>
            <p className="mt-3 text-lead text-soft">{excerpt}</p>
          </div>
        </article>
      ))}
      {teaser && teaser.posts.length > 0 && (
        <ul className="mt-12 grid gap-x-6 gap-y-8 border-line border-t pt-8 md:grid-cols-3">
          {teaser.posts.map(({ id, slug, title, excerpt, publishedAt }) => (
            <li key={id} className="group relative wrap-anywhere">
              <time dateTime={publishedAt} className="text-compact text-soft">
                {formatDate(publishedAt)}
              </time>
              <h3 className="mt-1 text-xl">
                <Link
                  href={articlePath(slug)}
                  className="underline decoration-transparent decoration-2 underline-offset-4 transition-colors group-hover:decoration-glow after:absolute after:inset-0"
                >
                  {title}
                </Link>
              </h3>
              <p className="mt-2 line-clamp-3 text-soft">{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function articlePath(slug: string): string {
  return slug ? `/blog/${slug}` : "/blog";
}
