import { formatDays, formatHours, groupDays, weekOf } from "@/domain/hours";
import { useSavedHours } from "./use-saved-hours";

/** The hours of the week; days with the same hours are grouped. */
export function OpeningHours() {
  const runs = groupDays(weekOf(useSavedHours()));
  return (
    <dl className="grid gap-2">
      {runs.map((run) => (
        <div
          key={run.first}
          className="flex flex-wrap justify-between gap-x-6 border-b border-line pb-2 last:border-0"
        >
          <dt className="font-semibold">{formatDays(run)}</dt>
          <dd className="ml-auto text-right text-soft">{formatHours(run.hours)}</dd>
        </div>
      ))}
    </dl>
  );
}
