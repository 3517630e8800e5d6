import { ArrowLeft, ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { buttonClass } from "@/ui/button";

/** The path of a page of the blog. */
export function postPagePath(page: number): string {
  return page === 1 ? "/blog" : `/blog?page=${page}`;
}

interface PostPagesProps {
  page: number;
  /** Whether there is another page. */
  more: boolean;
}

/** Links to the pages before and after; nothing if there is only one. */
export function PostPages({ page, more }: PostPagesProps) {
  if (page === 1 && !more) return null;
  const linkClass = buttonClass({ variant: "outline" });
  return (
    <nav
      aria-label="Pages of the blog"
      className="mt-16 grid grid-cols-2 items-center gap-4 border-t-2 border-glow pt-6 sm:grid-cols-[1fr_auto_1fr]"
    >
      <div>
        {page > 1 && (
          <Link href={postPagePath(page - 1)} rel="prev" className={linkClass}>
            <ArrowLeft className="size-5" aria-hidden="true" />
            <span>
              Newer<span className="max-sm:sr-only"> Articles</span>
            </span>
          </Link>
        )}
      </div>
      <p className="col-span-2 row-start-2 text-center text-soft sm:col-span-1 sm:row-auto">
        Page {page}
      </p>
      <div className="text-right">
        {more && (
          <Link href={postPagePath(page + 1)} rel="next" className={linkClass}>
            <span>
              Older<span className="max-sm:sr-only"> Articles</span>
            </span>
            <ArrowRight className="size-5" aria-hidden="true" />
          </Link>
        )}
      </div>
    </nav>
  );
}
