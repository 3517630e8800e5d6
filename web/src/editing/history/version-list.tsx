import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useId, useState } from "react";
import { errorText } from "@/api/admin/client";
import {
  historyQuery,
  useRestoreVersion,
  type Version,
  type VersionedRecord,
} from "@/api/admin/history";
import { useTime } from "@/domain/admin/times";
import { Badge } from "@/ui/admin/badge";
import { QueryError } from "@/ui/admin/query-error";
import { QuietButton } from "@/ui/admin/quiet-button";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { toastSaved } from "../undo/saved-toast";
import { describeVersion, kindName, personOf } from "./describe";
import { useRestoredIdentity } from "./use-restored-identity";
import { VersionChanges } from "./version-changes";

interface VersionListProps {
  /** Lists the versions of one record; without it, those of everything. */
  record?: VersionedRecord;
  onRestored?: () => void;
  /** Opens the form of a new record with the fields of a deleted one. */
  onUseAsNew?: (version: Version) => void;
}

/** Kinds whose deleted records come back through the form of a new one. */
const withForm = new Set<Version["kind"]>([
  "content",
  "service",
  "post",
  "social-link",
  "special-day",
]);

/** Versions with what each has changed, newest first. */
export function VersionList({ record, onRestored, onUseAsNew }: VersionListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    historyQuery(record),
  );
  const restore = useRestoreVersion();
  const showIdentity = useRestoredIdentity();
  const versions = data?.pages.flat();
  // The list begins with the newest, so the first version of a record is its newest.
  const newest = new Map<string, Version>();
  for (const version of versions ?? []) {
    const of = recordOf(version);
    if (!newest.has(of)) newest.set(of, version);
  }
  const onRestore = (version: Version) => {
    const basedOn = newest.get(recordOf(version))?.id ?? version.id;
    restore.mutate(
      { id: version.id, basedOn },
      {
        onSuccess: (envelope) => {
          const description = "Visitors see the earlier version again.";
          toastSaved({ title: "Restored", description }, envelope);
          void showIdentity([version]);
          onRestored?.();
        },
        onError: (failure) =>
          toastError("Restore failed", errorText(failure, "The version could not be restored.")),
      },
    );
  };
  return (
    <>
      {!versions && !error && <Spinner label="Loading the history..." />}
      {!versions && error && <QueryError what="the history" error={error} onRetry={refetch} />}
      {versions?.length === 0 && (
        <EmptyState icon={<History />} title="No changes yet">
          Every save appears here and can be taken back.
        </EmptyState>
      )}
      {versions && versions.length > 0 && (
        <ul aria-label="Versions" className="divide-y divide-line border-line border-y">
          {versions.map((version) => (
            <VersionRow
              key={version.id}
              version={version}
              newest={newest.get(recordOf(version)) ?? version}
              pending={restore.isPending}
              onRestore={onRestore}
              onUseAsNew={onUseAsNew}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="outline"
          size="small"
          className="mt-4"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? "Loading..." : "Load More"}
        </Button>
      )}
    </>
  );
}

function recordOf({ kind, recordId }: Version): string {
  return `${kind} ${recordId}`;
}

interface VersionRowProps extends Pick<VersionListProps, "onUseAsNew"> {
  version: Version;
  /** The newest version of the same record. */
  newest: Version;
  pending: boolean;
  onRestore: (version: Version) => void;
}

function VersionRow({ version, newest, pending, onRestore, onUseAsNew }: VersionRowProps) {
  const time = useTime();
  const [open, setOpen] = useState(false);
  const textId = useId();
  const current = version.id === newest.id && version.action !== "delete";
  const deleted = newest.action === "delete";
  const asNew = deleted && withForm.has(version.kind) && onUseAsNew;
  const restorable = !current && !asNew;
  // An order has no text, and a deletion leaves none.
  const comparable =
    version.recordId !== "order" && version.action !== "delete" && version.action !== "start";
  return (
    <li className="py-2.5">
      <p id={textId} className="wrap-anywhere">
        <span className="font-semibold">{personOf(version)}</span> {describeVersion(version)}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 text-sm text-soft">
        <time dateTime={version.at}>{time(version.at)}</time>
        {current && <Badge variant="success">Current</Badge>}
        {comparable && (
          <QuietButton
            aria-expanded={open}
            aria-describedby={textId}
            onClick={() => setOpen(!open)}
          >
            {open ? "Hide Changes" : "Show Changes"}
          </QuietButton>
        )}
        {restorable && (
          <QuietButton
            aria-describedby={textId}
            disabled={pending}
            onClick={() => onRestore(version)}
          >
            Restore
          </QuietButton>
        )}
        {asNew && (
          <QuietButton aria-describedby={textId} onClick={() => asNew(version)}>
            Use as new {kindName(version.kind)}…
          </QuietButton>
        )}
      </div>
      {open && (
        <div className="mt-3">
          <VersionChanges version={version} />
        </div>
      )}
    </li>
  );
}
