import { History } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { VersionedRecord } from "@/api/admin/history";
import type { RecordHistoryProps } from "@/ui/admin/record-history";
import { Tooltip } from "@/ui/admin/tooltip";
import { Button } from "@/ui/button";
import { ErrorBoundary } from "@/ui/error-boundary";

const HistoryDialog = lazy(async () => ({
  default: (await import("./history-dialog")).HistoryDialog,
}));

/** Opens the history of the record that a form edits. */
export function HistoryButton({ record, leave, onRestored }: RecordHistoryProps) {
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
        <ErrorBoundary fallback={null}>
          <Suspense>
            <HistoryDialog
              record={{ kind: record.kind as VersionedRecord["kind"], id: String(record.id) }}
              leave={leave}
              onRestored={() => {
                setOpen(false);
                onRestored();
              }}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
