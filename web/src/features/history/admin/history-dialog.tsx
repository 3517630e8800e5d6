import type { VersionedRecord } from "@/api/admin/history";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { VersionList } from "./version-list";

interface HistoryDialogProps {
  record: VersionedRecord;
  leave: (then: () => void) => void;
  onRestored: () => void;
  onClose: () => void;
}

/** The versions of one record, over its form. */
export function HistoryDialog({ record, leave, onRestored, onClose }: HistoryDialogProps) {
  return (
    <Dialog title="History" size="large" onClose={onClose}>
      <DialogBody>
        <VersionList record={record} leave={leave} onRestored={onRestored} />
      </DialogBody>
    </Dialog>
  );
}
