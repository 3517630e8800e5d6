import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { FilePlus2, Newspaper, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { postListQuery, useDeletePost } from "@/api/admin/posts";
import type { Post } from "@/api/posts";
import { usePage } from "@/domain/page-data";
import { useWantedCopy } from "@/editing/copies/working-copies";
import { DeleteDialog } from "@/editing/delete-dialog";
import { IconButton } from "@/ui/admin/icon-button";
import { Input } from "@/ui/admin/input";
import { Panel } from "@/ui/admin/panel";
import { QueryError } from "@/ui/admin/query-error";
import { useDebouncedValue } from "@/ui/admin/use-debounced-value";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { PostDialog } from "./post-dialog";
import { UnfinishedPosts } from "./unfinished-posts";
import { useOpenedPost } from "./use-opened-post";
import { ViewPost } from "./view-post";

/** The Blog Posts tab, newest first. */
export function PostsPanel() {
  const [search, setSearch] = useState("");
  const wanted = useDebouncedValue(search.trim());
  const list = useInfiniteQuery({ ...postListQuery(wanted), placeholderData: keepPreviousData });
  const { error, refetch, hasNextPage, isFetchingNextPage } = list;
  const posts = list.data?.pages.flatMap((page) => page.posts);
  const empty = posts?.length === 0 && !list.isPlaceholderData;
  // A short list needs no search. Once there was a long one, the field stays.
  const [searchable, setSearchable] = useState(false);
  if (hasNextPage && !searchable) setSearchable(true);
  const { editing, open, close } = useOpenedPost();
  const [deleting, setDeleting] = useState<Post | null>(null);
  useWantedCopy("post", (id) => id === "new" && open("new"));
  return (
    <Panel
      title="Blog Management"
      help="The articles of your blog, the newest first. The slug is the last part of an article's address, as in /blog/ants-in-spring, and is made from the title. The excerpt is the short text that the list of articles shows."
      description="Create and manage blog posts for your website"
      actions={
        <Button variant="primary" size="small" onClick={() => open("new")}>
          <FilePlus2 aria-hidden className="size-5" />
          New Blog Post
        </Button>
      }
    >
      {searchable && (
        <Input
          type="search"
          aria-label="Search blog posts"
          placeholder="Search blog posts"
          className="mb-4"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <UnfinishedPosts />
      {!posts && !error && <Spinner label="Loading blog posts..." />}
      {error && <QueryError what="the blog posts" error={error} onRetry={refetch} />}
      {empty && wanted !== "" && (
        <EmptyState icon={<Newspaper />} title="No blog post matches the search" />
      )}
      {empty && wanted === "" && (
        <EmptyState icon={<Newspaper />} title="No blog posts yet">
          <p>Create your first blog post to get started</p>
          <Button variant="primary" size="small" className="mt-4" onClick={() => open("new")}>
            Create First Post
          </Button>
        </EmptyState>
      )}
      {posts && posts.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {posts.map((post) => (
            <PostCard
              key={post.id}
              post={post}
              onEdit={() => open(String(post.id))}
              onDelete={() => setDeleting(post)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button
            variant="outline"
            size="small"
            disabled={isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {isFetchingNextPage ? "Loading..." : "Load More"}
          </Button>
        </div>
      )}
      {editing && (
        <PostDialog key={editing} id={editing === "new" ? undefined : editing} onClose={close} />
      )}
      {deleting && <DeletePostDialog post={deleting} onClose={() => setDeleting(null)} />}
    </Panel>
  );
}

interface PostCardProps {
  post: Post;
  onEdit: () => void;
  onDelete: () => void;
}

function PostCard({ post, onEdit, onDelete }: PostCardProps) {
  const { identity } = usePage();
  const published = new Date(post.publishedAt);
  return (
    <li className="flex items-start gap-2 rounded-xl border border-line bg-paper p-4 sm:gap-4 sm:p-5">
      <div className="min-w-0 flex-1">
        <h3 className="break-words text-lg">{post.title}</h3>
        <p className="mt-1 line-clamp-3 break-words text-soft">{post.excerpt}</p>
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
          {!Number.isNaN(published.getTime()) && (
            <span>
              Published:{" "}
              <time dateTime={post.publishedAt}>
                {published.toLocaleDateString(undefined, { timeZone: identity.timeZone })}
              </time>
            </span>
          )}
          <span className="break-all">Slug: {post.slug}</span>
          <ViewPost post={post} />
        </p>
      </div>
      <div className="flex flex-col sm:flex-row">
        <IconButton label={`Edit ${post.title}`} icon={<Pencil />} onClick={onEdit} />
        <IconButton
          label={`Delete ${post.title}`}
          icon={<Trash2 />}
          className="hover:text-bad"
          onClick={onDelete}
        />
      </div>
    </li>
  );
}

function DeletePostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  return (
    <DeleteDialog
      title="Delete Blog Post"
      id={post.id}
      remove={useDeletePost()}
      success={({ message }) => ({ title: "Success", description: message })}
      failure={{ title: "Error", text: "Failed to delete blog post" }}
      onClose={onClose}
    >
      Are you sure you want to delete "{post.title}"? This action cannot be undone.
    </DeleteDialog>
  );
}
