import type { Draft } from "@/api/admin/draft-preview";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { PageFrame } from "./page-frame";

interface PreviewDialogProps {
  draft: Draft;
  onClose: () => void;
}

/** The page of the record that is being edited, with the unsaved changes. */
export function PreviewDialog({ draft, onClose }: PreviewDialogProps) {
  return (
    <Dialog
      title="Preview page"
      description="With your unsaved changes. Only you see this."
      size="xlarge"
      onClose={onClose}
    >
      <DialogBody>
        <PageFrame
          title="The page with your changes"
          draft={draft}
          missing="Visitors will not see this page."
        />
      </DialogBody>
    </Dialog>
  );
}
