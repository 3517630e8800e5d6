import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/admin/client";
import { type FormerTexts, formerTextsQuery, useReplaceFormer } from "@/api/admin/company";
import { WordDiff } from "@/editing/conflict/word-diff";
import { toastSaved } from "@/editing/undo/saved-toast";
import { ButtonSpinner } from "@/ui/admin/button-spinner";
import { QueryError } from "@/ui/admin/query-error";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";

const kinds: Record<FormerTexts["texts"][number]["kind"], string> = {
  company: "Company",
  content: "Site content",
  service: "Service",
  post: "Blog post",
};

/** The texts in which a former name, town or number stands, and one button that replaces them all. */
export function FormerFacts() {
  const { data: list, error, refetch } = useQuery(formerTextsQuery);
  const replace = useReplaceFormer();
  if (!list) {
    return error ? (
      <QueryError what="the texts" error={error} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading..." />
    );
  }
  if (list.texts.length === 0) {
    return <p className="py-4 text-soft">No text names a former name, town, number or e-mail.</p>;
  }
  const replaceAll = () =>
    replace.mutate(list.seen, {
      onSuccess: (envelope) =>
        toastSaved({ title: "Texts updated", description: "Visitors see them now." }, envelope),
      onError: (failure) => {
        toastError("Update failed", errorText(failure, "The texts could not be replaced."));
        void refetch();
      },
    });
  return (
    <div className="grid gap-4 py-4">
      <p className="text-soft">
        These texts still name what your company was called, where it was or how it was reached.
        This is how they would read with the present facts.
      </p>
      <ul className="grid gap-3">
        {list.texts.map(({ kind, id, title, field, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list has several texts of one field
          <li key={`${kind} ${id} ${field} ${index}`} className="rounded-xl border border-line p-3">
            <p className="mb-1 font-semibold text-sm wrap-anywhere">
              {kinds[kind]} “{title}”
            </p>
            <WordDiff before={before} after={after} />
          </li>
        ))}
      </ul>
      <div>
        <Button aria-disabled={replace.isPending} disabled={replace.isPending} onClick={replaceAll}>
          {replace.isPending && <ButtonSpinner />}
          Replace everywhere
        </Button>
      </div>
    </div>
  );
}
