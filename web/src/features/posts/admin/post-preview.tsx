import { useDeferredValue, useMemo, useState } from "react";
import type { PostEdit } from "@/api/admin/posts";
import { usePage } from "@/domain/page-data";
import { formatDate } from "@/lib/dates";
import { useDebouncedValue } from "@/ui/admin/use-debounced-value";
import { PostBody } from "../post-body";

interface PostPreviewProps {
  post: Pick<PostEdit, "title" | "excerpt" | "content" | "imageUrl">;
  /** Undefined for a post that is not published yet. */
  publishedAt: string | undefined;
}

/** The post as readers will see it: its picture, date and excerpt, and the article. */
export function PostPreview({ post, publishedAt }: PostPreviewProps) {
  const { identity } = usePage();
  const { title, excerpt, content, imageUrl } = post;
  const shown = useDeferredValue(content);
  // Every letter renders this twice, first with the text as it was; that must not be parsed again.
  const body = useMemo(() => <PostBody content={shown} />, [shown]);
  const isEmpty = [title, excerpt, shown, imageUrl].every((text) => text.trim() === "");
  return (
    <section
      aria-label="Preview"
      className="min-w-0 rounded-xl border border-line bg-paper p-4 sm:p-6"
    >
      <p className="mb-4 font-semibold text-sm text-soft">Preview</p>
      {isEmpty ? (
        <p className="text-soft">What you write appears here as readers will see it.</p>
      ) : (
        <>
          <PreviewPicture url={imageUrl.trim()} />
          <h3 className="break-words text-title">{title}</h3>
          <p className="mt-2 text-soft">{formatDate(publishedAt ?? today(identity.timeZone))}</p>
          {excerpt.trim() !== "" && <p className="mt-3 break-words text-soft text-lg">{excerpt}</p>}
          <div className="mt-5">{body}</div>
        </>
      )}
    </section>
  );
}

/** Today's date where the company is, as in 2025-05-14. */
function today(timeZone: string): string {
  return new Date().toLocaleDateString("en-CA", { timeZone });
}

function PreviewPicture({ url }: { url: string }) {
  // Otherwise the browser would request a picture for every letter that is typed.
  const settled = useDebouncedValue(url, 500);
  const [failed, setFailed] = useState("");
  if (url === "" || settled === "" || failed === settled) return null;
  return (
    <img
      src={settled}
      alt=""
      className="mb-5 aspect-2/1 w-full rounded-2xl object-cover"
      onError={() => setFailed(settled)}
    />
  );
}
