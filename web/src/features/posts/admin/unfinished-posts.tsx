import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { workingCopyKeys } from "@/api/admin/working-copies";
import { timeAgo } from "@/lib/admin/time-ago";
import { textOf } from "@/ui/admin/copy-merge";
import { CopyStoreContext } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";

/** The posts that this person has begun and not created. Nobody else sees them. */
export function UnfinishedPosts({ onContinue }: { onContinue: (copyId: string) => void }) {
  const store = use(CopyStoreContext);
  const { data: copies = [] } = useQuery({
    queryKey: [...workingCopyKeys.all, "posts"],
    // After a crash, only this browser has what was typed last.
    queryFn: () => store?.find("post", "new") ?? [],
    staleTime: 0,
  });
  if (copies.length === 0) return null;
  return (
    <section
      aria-label="Unfinished posts"
      className="mb-4 rounded-xl border border-line bg-sunken p-4"
    >
      <h3 className="font-sans font-semibold text-sm text-soft">
        Not created yet, and only you can see it
      </h3>
      <div className="mt-2 grid gap-3">
        {copies.map(({ id, values, savedAt }) => {
          const title = textOf(values.title);
          return (
            <div key={id} className="flex flex-wrap items-center gap-2">
              <p className="min-w-40 flex-1 wrap-anywhere">
                {title || "Without a title"}
                <span className="block text-sm text-soft">{timeAgo(savedAt)}</span>
              </p>
              <Button variant="outline" size="small" onClick={() => onContinue(id)}>
                Continue
                <span className="sr-only"> with {title || "the post without a title"}</span>
              </Button>
              <Button variant="ghost" size="small" onClick={() => store?.remove("post", id)}>
                Discard
                <span className="sr-only"> {title || "the post without a title"}</span>
              </Button>
            </div>
          );
        })}
      </div>
    </section>
  );
}
