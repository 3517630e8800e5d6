import { History } from "lucide-react";
import { useState } from "react";
import type { VersionedRecord } from "@/api/admin/history";
import { Dialog, DialogBody } from "@/ui/admin/dialog";
import { lazyPart } from "@/ui/admin/lazy-part";
import { Tooltip } from "@/ui/admin/tooltip";
import { Button } from "@/ui/button";

const VersionList = lazyPart(async () => (await import("./version-list")).VersionList);

interface HistoryButtonProps {
  record: VersionedRecord;
  /** Called after a version was restored: what the form shows is outdated. */
  onRestored: () => void;
}

/** Opens the history of the record that a form edits. */
export function HistoryButton({ record, onRestored }: HistoryButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="mr-auto">
        <Tooltip text="History" onlyBelow="sm">
          <Button
            variant="ghost"
            size="small"
            className="max-sm:px-3"
            onClick={() => setOpen(true)}
          >
            <History aria-hidden className="size-5" />
            <span className="max-sm:sr-only">History</span>
          </Button>
        </Tooltip>
      </div>
      {open && (
        <Dialog
          title="History"
          help="Every version that was saved, the newest first, with the name of whoever saved it. Restore brings an older version back; what is there now stays in this list, so you can return to it."
          size="large"
          onClose={() => setOpen(false)}
        >
          <DialogBody>
            <VersionList
              record={record}
              onRestored={() => {
                setOpen(false);
                onRestored();
              }}
            />
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}
