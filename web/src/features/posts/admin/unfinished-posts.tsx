import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { type WorkingCopyInfo, workingCopyKeys } from "@/api/admin/working-copies";
import { CopiesContext } from "@/editing/copies/working-copies";
import { timeAgo } from "@/lib/admin/time-ago";
import { Button } from "@/ui/button";

/**
 * The posts that this person has begun and not created, or was changing when somebody deleted them.
 * Nobody else sees them.
 */
export function UnfinishedPosts() {
  const copies = use(CopiesContext);
  const store = copies?.store;
  const { data: all = [] } = useQuery({
    queryKey: workingCopyKeys.list("post"),
    // After a crash, only this browser has what was typed last.
    queryFn: async () => (store ? store.list("post") : []),
    staleTime: 0,
  });
  const shown = all.filter(({ id, deleted }) => deleted || id.startsWith("new"));
  if (shown.length === 0) return null;
  const resume = async ({ id, deleted }: WorkingCopyInfo) => {
    let copyId = id;
    if (deleted) {
      const copy = (await store?.find("post", id))?.find((found) => found.id === id);
      if (!copy) return;
      copyId = `new~${id}`;
      const title = String(copy.values.title ?? "");
      await store?.keep("post", { ...copy, id: copyId, basedOn: "", original: {} }, title);
      store?.remove("post", id);
    }
    copies?.resume({ kind: "post", id: copyId, search: location.search });
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
        {shown.map((copy) => {
          const { id, title, savedAt } = copy;
          return (
            <div key={id} className="flex flex-wrap items-center gap-2">
              <p className="min-w-40 flex-1 wrap-anywhere">
                {title || "Without a title"}
                <span className="block text-sm text-soft">{timeAgo(Date.parse(savedAt))}</span>
              </p>
              <Button variant="outline" size="small" onClick={() => void resume(copy)}>
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
