import { useQuery } from "@tanstack/react-query";
import { type Version, versionBeforeQuery } from "@/api/admin/history";
import { QueryError } from "@/ui/admin/query-error";
import { Spinner } from "@/ui/spinner";
import { WordDiff } from "../conflict/word-diff";
import { changedFields } from "./changed-fields";

/** What a version changed, field by field. */
export function VersionChanges({ version }: { version: Version }) {
  const { data: before, error, refetch } = useQuery(versionBeforeQuery(version));
  if (error) return <QueryError what="the version before" error={error} onRetry={refetch} />;
  if (before === undefined) return <Spinner label="Loading the version before..." />;
  const changed = changedFields(before?.fields, version.fields);
  if (changed.length === 0) return <p className="text-soft">No text was changed.</p>;
  return (
    <dl className="grid gap-3">
      {changed.map(({ label, before: from, after: to }) => (
        <div key={label} className="min-w-0">
          <dt className="font-semibold text-sm text-soft">{label}</dt>
          <dd className="max-h-80 overflow-y-auto rounded-lg border border-line bg-paper p-2 text-sm">
            <WordDiff before={from} after={to} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
