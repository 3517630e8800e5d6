import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Draft, type PageChanges, pageChangesQuery } from "@/api/admin/draft-preview";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { lazyPart } from "@/ui/admin/lazy-part";
import { QuietButton } from "@/ui/admin/quiet-button";
import { useDebouncedValue } from "@/ui/admin/use-debounced-value";
import { Button } from "@/ui/button";

/** A dialog that can be closed while its code loads. */
const inDialog =
  (title: string) =>
  (content: ReactNode, { onClose }: { onClose: () => void }) => (
    <Dialog title={title} size="xlarge" onClose={onClose}>
      <DialogBody>{content}</DialogBody>
    </Dialog>
  );
const PreviewDialog = lazyPart(async () => (await import("./preview-dialog")).PreviewDialog, {
  frame: inDialog("Preview page"),
});
const ChangesDialog = lazyPart(async () => (await import("./changes-dialog")).ChangesDialog, {
  frame: inDialog("What changes"),
});

interface DraftPreviewProps {
  /** The unsaved edit under the name of its kind of record, as the server takes it. */
  draft: Record<string, object>;
  /** Whether it differs from what is stored. */
  dirty: boolean;
}

/** A pause in typing after which the pages are compared, in milliseconds. */
const PAUSE = 800;

/** Offers to see the pages that an unsaved edit would change. */
export function DraftPreview({ draft, dirty }: DraftPreviewProps) {
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
      {open === "preview" && <PreviewDialog draft={draft as Draft} onClose={close} />}
      {open === "changes" && changes && (
        <ChangesDialog draft={draft as Draft} changes={changes} onClose={close} />
      )}
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
