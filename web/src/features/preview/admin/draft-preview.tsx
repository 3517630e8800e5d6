import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { type Draft, type PageChanges, pageChangesQuery } from "@/api/admin/draft-preview";
import { ChunkError } from "@/ui/admin/chunk-error";
import { DraftPreviewContext, type DraftPreviewProps } from "@/ui/admin/draft-preview";
import { QuietButton } from "@/ui/admin/quiet-button";
import { useDebouncedValue } from "@/ui/admin/use-debounced-value";
import { Button } from "@/ui/button";
import { ErrorBoundary } from "@/ui/error-boundary";

const PreviewDialog = lazy(async () => ({
  default: (await import("./preview-dialog")).PreviewDialog,
}));
const ChangesDialog = lazy(async () => ({
  default: (await import("./changes-dialog")).ChangesDialog,
}));

/** Lets forms inside it show pages with what was typed and not saved. */
export function DraftPreviewProvider({ children }: { children: ReactNode }) {
  return <DraftPreviewContext value={DraftPreview}>{children}</DraftPreviewContext>;
}

/** A pause in typing after which the pages are compared, in milliseconds. */
const PAUSE = 800;

function DraftPreview({ draft, dirty }: DraftPreviewProps) {
  const [open, setOpen] = useState<"preview" | "changes">();
  // As text, because the form makes a new object in every render.
  const typed = JSON.stringify(draft);
  const paused = useDebouncedValue(typed, PAUSE) === typed;
  // While somebody types, nobody waits for the query, so that its request is aborted.
  const { data: changes } = useQuery({
    ...pageChangesQuery(paused ? (draft as Draft) : {}),
    enabled: dirty && paused,
  });
  const current = dirty && paused && changes?.pages.length ? changes : undefined;
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="outline" size="small" onClick={() => setOpen("preview")}>
        <Eye aria-hidden className="size-4" />
        Preview page
      </Button>
      {current && <QuietButton onClick={() => setOpen("changes")}>{summary(current)}</QuietButton>}
      <ErrorBoundary fallback={<ChunkError />}>
        <Suspense>
          {open === "preview" && <PreviewDialog draft={draft as Draft} onClose={close} />}
          {open === "changes" && changes && (
            <ChangesDialog draft={draft as Draft} changes={changes} onClose={close} />
          )}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

const MAX_NAMES = 3;

/** Such as "Changes 3 pages: Home, Services, Termite Control". */
export function summary({ pages, more }: PageChanges): string {
  const names = pages.slice(0, MAX_NAMES).map(({ name }) => name);
  const rest = pages.length - names.length;
  const count = `${more ? "at least " : ""}${pages.length} ${pages.length === 1 ? "page" : "pages"}`;
  return `Changes ${count}: ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
