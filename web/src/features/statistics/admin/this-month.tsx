import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Report, statisticsQuery } from "@/api/admin/statistics";
import { formatMonthDay } from "@/lib/dates";
import { QueryError } from "@/ui/admin/query-error";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { DayChart } from "./day-chart";

/** What the owner wants to know about a month: leads, calls and visits. */
export function ThisMonth() {
  const [open, setOpen] = useState(false);
  const [month, setMonth] = useState("");
  const { data, error, refetch } = useQuery({ ...statisticsQuery(month), enabled: open });
  return (
    <details
      className="border-line border-t p-4"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {month === "" ? "This month" : "Last month"}
      </summary>
      {error && <QueryError what="the statistics" error={error} onRetry={refetch} />}
      {!error && !data && <Spinner label="Loading the statistics..." />}
      {data && <Numbers report={data} />}
      {data && (
        <Button
          variant="ghost"
          size="small"
          className="mt-2"
          onClick={() => setMonth(month === "" ? monthBefore(data.month) : "")}
        >
          {month === "" ? "Show last month" : "Show this month"}
        </Button>
      )}
    </details>
  );
}

/** The numbers of a report, as a list and as charts. */
export function Numbers({ report }: { report: Report }) {
  const { conversations, answeredInTime, medianReplySeconds, contacts, taps, views } = report;
  const figures: [string, string][] = [
    ["Conversations", String(conversations)],
    ["Answered in time", conversations === 0 ? "–" : `${answeredInTime} of ${conversations}`],
    ["Median first reply", duration(medianReplySeconds)],
    ["Contacts left", String(contacts)],
    ["Taps on the phone number", String(taps)],
    ["Page views", String(views)],
  ];
  return (
    <div className="grid gap-6">
      <div>
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {figures.map(([name, value]) => (
            <div key={name} className="rounded-xl bg-sunken p-3">
              <dt className="text-sm text-soft">{name}</dt>
              <dd className="mt-1 font-bold font-display text-xl">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-sm text-soft">
          In time means within 15 minutes. Only opening hours count.
        </p>
      </div>
      <DayChart title="Page views per day" days={report.days} countOf={({ views }) => views} />
      <DayChart
        title="Conversations and taps per day"
        days={report.days}
        countOf={({ conversations, taps }) => conversations + taps}
      />
      <DayTable report={report} />
      <Ranking
        title="Views by page"
        empty="Nobody has seen a page yet."
        rows={report.pages.map(({ name, count }) => [name || "Other pages", count])}
      />
      <Ranking
        title="Referring sites"
        empty="Nobody has come from another site yet."
        rows={report.referrers.map(({ name, count }) => [name || "Other sites", count])}
      />
      <p className="text-sm text-soft">
        Counted without cookies, and without bots and browsers that ask not to be tracked.
      </p>
    </div>
  );
}

/** The charts' numbers for those who cannot see them. */
function DayTable({ report }: { report: Report }) {
  return (
    // Not the table itself: it would stay as wide as its words.
    <div className="sr-only">
      <table>
        <caption>Numbers per day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Page views</th>
            <th scope="col">Conversations</th>
            <th scope="col">Taps on the phone number</th>
          </tr>
        </thead>
        <tbody>
          {report.days.map(({ day, views, conversations, taps }) => (
            <tr key={day}>
              <th scope="row">{formatMonthDay(day)}</th>
              <td>{views}</td>
              <td>{conversations}</td>
              <td>{taps}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RankingProps {
  title: string;
  empty: string;
  rows: [name: string, count: number][];
}

function Ranking({ title, empty, rows }: RankingProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-sm text-soft">{empty}</p>
      ) : (
        <ol className="text-sm">
          {rows.map(([name, count]) => (
            <li key={name} className="flex gap-4 border-line border-b py-1.5 last:border-b-0">
              <span className="min-w-0 flex-1 break-all">{name}</span>
              <span className="tabular-nums">{count}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Such as "4 min" or "1 h 20 min"; a dash if there is none. */
export function duration(seconds: number | null | undefined): string {
  if (seconds == null) return "–";
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return "under 1 min";
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ""}`;
}

/** The month before one such as "2026-01". */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}
