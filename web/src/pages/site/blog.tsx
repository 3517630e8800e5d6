import { ArrowRight, CloudOff, Newspaper } from "lucide-react";
import { Link, useSearch } from "wouter";
import { type Post, type PostPage, postKeys, postPageQuery, postQuery } from "@/api/posts";
import { usePage } from "@/domain/page-data";
import { PostBody } from "@/features/posts/post-body";
import { PostPages, postPagePath } from "@/features/posts/post-pages";
import { PostSummary } from "@/features/posts/post-summary";
import { Head } from "@/layout/head";
import { useData } from "@/lib/data-store";
import { formatDate } from "@/lib/dates";
import { useLoadedData } from "@/lib/loaded-data";
import { pageNumber } from "@/lib/page-number";
import { buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";
import { Picture } from "@/ui/picture";
import { Section } from "@/ui/section";
import { Spinner } from "@/ui/spinner";
import { NotFound } from "./not-found";

/** A page of the list of posts, or the post with the slug. */
// A window with swarming termites.
const drawing =
  "M210 119V16h220v103M224 30h192v78H224zM224 68h192M320 30v78M190 119h260M476 96c14-12 28-8 34 2-12 5-24 4-34-2zM476 96c8-16 24-20 32-14-6 10-18 15-32 14zM540 64c14-12 28-8 34 2-12 5-24 4-34-2zM540 64c8-16 24-20 32-14-6 10-18 15-32 14zM120 84c14-12 28-8 34 2-12 5-24 4-34-2zM120 84c8-16 24-20 32-14-6 10-18 15-32 14z";

export function Blog({ slug }: { slug?: string }) {
  const page = pageNumber(useSearch());
  if (slug) return <PostDetail slug={slug} />;
  return page === undefined ? <NotFound /> : <PostList page={page} />;
}

function PostList({ page }: { page: number }) {
  const { identity } = usePage();
  const { data, isPending } = useData(postPageQuery(page));
  if (page > 1 && data?.posts.length === 0) return <NotFound />;
  const description = `Practical articles on termites, ants, mosquitoes, rodents and other pests around ${identity.town} and ${identity.county}, ${identity.stateCode}, from the people who treat them.`;
  return (
    <>
      <Head
        title={page === 1 ? "Blog" : `Blog, Page ${page}`}
        description={page === 1 ? description : `Page ${page}. ${description}`}
        path={postPagePath(page)}
        previous={page > 1 ? postPagePath(page - 1) : undefined}
        next={data?.more ? postPagePath(page + 1) : undefined}
        feed
        subject={{ trail: [["Blog", "/blog"]] }}
      />
      <BlogHeader />
      <Section>
        <h2 className="sr-only">All articles</h2>
        {isPending ? <Loading /> : data ? <Posts page={page} {...data} /> : <LoadingFailed />}
      </Section>
    </>
  );
}

function Posts({ page, posts, more }: PostPage & { page: number }) {
  if (posts.length === 0) {
    return (
      <EmptyState icon={<Newspaper />} title="No blog posts yet">
        <p>Check back soon for helpful pest control tips and articles.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="grid gap-x-8 gap-y-14 md:grid-cols-2">
        {posts.map((post, index) => (
          <PostSummary key={post.id} post={post} leading={page === 1 && index === 0} />
        ))}
      </div>
      <PostPages page={page} more={more} />
    </>
  );
}

function PostDetail({ slug }: { slug: string }) {
  const { data: post, isPending, isError } = useData(postQuery(slug));
  // What a list has said of it, if the visitor has seen that.
  const lists = [
    ...useLoadedData<PostPage>(postKeys.pages),
    ...useLoadedData<{ posts: Post[] }>(postKeys.teaser),
  ];
  const listed = lists.flatMap(({ posts }) => posts).find((one) => one.slug === slug);
  if (post) return <Article post={post} />;
  if (isPending && listed) return <Article post={listed} isLoading />;
  return (
    <>
      <Head
        title="Blog"
        description="There is no article at this address."
        status={isPending ? undefined : 404}
      />
      <BlogHeader />
      {isPending && (
        <Section>
          <Loading />
        </Section>
      )}
      {isError && (
        <Section>
          <LoadingFailed />
        </Section>
      )}
    </>
  );
}

/** A post. While it is loading, only its text is missing. */
function Article({ post, isLoading = false }: { post: Post; isLoading?: boolean }) {
  const { title, slug, excerpt, content, imageUrl, publishedAt } = post;
  return (
    <article>
      <Head
        title={title}
        description={excerpt}
        type="article"
        image={imageUrl.endsWith(".svg") ? undefined : imageUrl || undefined}
        feed
        subject={{
          post,
          trail: [
            ["Blog", "/blog"],
            [title, `/blog/${slug}`],
          ],
        }}
      />
      <header className="bg-sunken">
        <div className="wrap pt-6 pb-12 md:pb-20">
          <BackToList />
          <h1 className="mt-6 max-w-4xl text-display">{title}</h1>
          <time dateTime={publishedAt.slice(0, 10)} className="mt-4 block text-soft">
            {formatDate(publishedAt)}
          </time>
        </div>
      </header>
      <div className="wrap">
        {imageUrl && (
          <Picture
            src={imageUrl}
            details={post.image}
            alt=""
            sizes="(min-width: 1200px) 72rem, 100vw"
            width={1200}
            height={600}
            data-page-picture
            className="-mt-6 aspect-2/1 w-full rounded-3xl object-cover md:-mt-10"
          />
        )}
        <div className="mx-auto max-w-[62ch] py-12 text-[1.125rem] md:py-16">
          {isLoading ? (
            <div className="min-h-dvh">
              <Loading />
            </div>
          ) : (
            <PostBody content={content} images={post.images ?? []} />
          )}
          {post.related && <ReadNext {...post.related} />}
          <div className="mt-14 flex flex-wrap items-center justify-between gap-4 border-t-2 border-glow pt-6">
            <BackToList />
            <Link href="/contact" className={buttonClass({ variant: "outline" })}>
              Ask Us About It
              <ArrowRight className="size-5" aria-hidden="true" />
            </Link>
          </div>
        </div>
      </div>
    </article>
  );
}

function ReadNext({ title, slug, excerpt }: NonNullable<Post["related"]>) {
  return (
    <aside aria-labelledby="read-next" className="mt-14 rounded-3xl bg-sunken p-6 md:p-8">
      <h2 id="read-next" className="font-sans font-semibold text-accent text-base tracking-normal">
        Read next
      </h2>
      <Link
        href={`/blog/${slug}`}
        className="mt-2 block font-bold font-display text-xl underline-offset-4 hover:underline"
      >
        {title}
      </Link>
      <p className="mt-2 text-base text-soft">{excerpt}</p>
    </aside>
  );
}

function BackToList() {
  return (
    <Link
      href="/blog"
      className="inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline"
    >
      ← Back to all articles
    </Link>
  );
}

function BlogHeader() {
  const { identity } = usePage();
  return (
    <PageHeader drawing={drawing} title="Pest Control Blog">
      <p>What we learn under the houses of {identity.county}, written down so you can use it.</p>
    </PageHeader>
  );
}

function Loading() {
  return <Spinner label="Loading blog posts..." />;
}

function LoadingFailed() {
  return (
    <EmptyState role="alert" icon={<CloudOff />} title="Error loading blog posts">
      <p>Please try again later.</p>
    </EmptyState>
  );
}
