import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { use } from "react";
import { postByIdQuery } from "@/api/admin/posts";
import { workingCopyKeys } from "@/api/admin/working-copies";
import { timeAgo } from "@/lib/admin/time-ago";
import { type KeptCopy, textOf } from "@/ui/admin/copy-merge";
import { type CopyStore, CopyStoreContext } from "@/ui/admin/working-copy";
import { Button } from "@/ui/button";

/**
 * The posts that this person has begun and not created, or was changing when somebody deleted them.
 * Nobody else sees them.
 */
export function UnfinishedPosts({ onContinue }: { onContinue: (copyId: string) => void }) {
  const store = use(CopyStoreContext);
  const client = useQueryClient();
  const { data: copies = [] } = useQuery({
    queryKey: [...workingCopyKeys.all, "posts"],
    // After a crash, only this browser has what was typed last.
    queryFn: async () =>
      store ? [...(await store.find("post", "new")), ...(await ofDeletedPosts(store, client))] : [],
    staleTime: 0,
  });
  if (copies.length === 0) return null;
  const resume = (copy: KeptCopy) => {
    if (copy.id.startsWith("new")) {
      onContinue(copy.id);
      return;
    }
    const id = `new~${copy.id}`;
    store?.keep("post", { ...copy, id, basedOn: "", original: {} }, textOf(copy.values.title));
    store?.remove("post", copy.id);
    onContinue(id);
  };
  return (
    <section
      aria-label="Unfinished posts"
      className="mb-4 rounded-xl border border-line bg-sunken p-4"
    >
      <h3 className="font-sans font-semibold text-sm text-soft">
        Not created yet, and only you can see it
      </h3>
      <div className="mt-2 grid gap-3">
        {copies.map((copy) => {
          const { id, values, savedAt } = copy;
          const title = textOf(values.title);
          return (
            <div key={id} className="flex flex-wrap items-center gap-2">
              <p className="min-w-40 flex-1 wrap-anywhere">
                {title || "Without a title"}
                <span className="block text-sm text-soft">{timeAgo(savedAt)}</span>
              </p>
              <Button variant="outline" size="small" onClick={() => resume(copy)}>
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

/** What was typed into posts that somebody has deleted. */
async function ofDeletedPosts(store: CopyStore, client: QueryClient): Promise<KeptCopy[]> {
  const ids = (await store.ids("post")).map((id) => id.replace(/~.*/, ""));
  const saved = [...new Set(ids)].filter((id) => id !== "new");
  const found = await Promise.all(
    saved.map(async (id) => {
      const isDeleted = await client.fetchQuery({ ...postByIdQuery(id), staleTime: 0 }).then(
        (post) => post === null,
        () => false, // nobody knows
      );
      return isDeleted ? store.find("post", id) : [];
    }),
  );
  return found.flat();
}
