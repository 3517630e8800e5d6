import { formatDays, formatHours, groupDays, weekOf } from "@/domain/hours";
import { formatDates } from "@/domain/special-days";
import { useSavedHours, useSpecialDays } from "./use-saved-hours";

// The page stays short however far ahead the owner plans.
const maxSpecialDays = 6;

/** The hours of the week, with days of the same hours grouped, and the next special days. */
export function OpeningHours() {
  const runs = groupDays(weekOf(useSavedHours()));
  const special = useSpecialDays().slice(0, maxSpecialDays);
  return (
    <>
      <dl className="grid gap-2">
        {runs.map((run) => (
          <Row key={run.first} term={formatDays(run)} text={formatHours(run.hours)} />
        ))}
      </dl>
      {special.length > 0 && (
        <div>
          <h4 className="mb-2 text-base">Special Hours</h4>
          <dl className="grid gap-2">
            {special.map((day) => (
              <Row
                key={day.id}
                term={formatDates(day)}
                detail={day.label}
                text={formatHours(day)}
              />
            ))}
          </dl>
        </div>
      )}
    </>
  );
}

function Row({ term, detail, text }: { term: string; detail?: string; text: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 border-b border-line pb-2 last:border-0">
      <dt className="font-semibold">
        {term}
        {detail && <span className="block font-normal text-soft">{detail}</span>}
      </dt>
      <dd className="ml-auto text-right text-soft">{text}</dd>
    </div>
  );
}
