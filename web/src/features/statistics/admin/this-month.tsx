import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/admin/client";
import { noticesQuery, useSetMonthly } from "@/api/admin/notices";
import { type Report, statisticsQuery } from "@/api/admin/statistics";
import { formatMonthDay } from "@/lib/dates";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { QueryError } from "@/ui/admin/query-error";
import { SwitchField } from "@/ui/admin/switch-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { usePanel } from "@/ui/admin/use-panel";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { DayChart } from "./day-chart";

/** What the owner wants to know about a month: leads, calls and visits. */
export function ThisMonthSheet() {
  const { panel, open } = usePanel();
  const month = panel?.section ?? "";
  const { data, error, refetch } = useQuery(statisticsQuery(month));
  return (
    <PanelSheet
      title={month === "" ? "This month" : monthName(month)}
      help="What the site has brought you: conversations, contacts, taps on the phone number and page views. It is counted without cookies, so nobody is followed. Referring sites are those that visitors came from."
    >
      <section
        aria-label="Numbers of the month"
        // Its numbers may have nothing to focus, so the keyboard could not scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-5"
      >
        {error && <QueryError what="the statistics" error={error} onRetry={refetch} />}
        {!error && !data && <Spinner label="Loading the statistics..." />}
        {data && <Numbers report={data} />}
        {data && (
          <Button
            variant="outline"
            size="small"
            className="mt-4"
            onClick={() => open("month", month === "" ? monthBefore(data.month) : undefined)}
          >
            {month === "" ? "Show last month" : "Show this month"}
          </Button>
        )}
        <MonthlySwitch />
      </section>
    </PanelSheet>
  );
}

/** Whether a message with these numbers is sent each month. */
function MonthlySwitch() {
  const { data } = useQuery(noticesQuery);
  const change = useSetMonthly();
  if (!data) return null;
  return (
    <div className="mt-6 border-line border-t pt-3">
      <SwitchField
        label="Message each month"
        state={data.monthly ? "On" : "Off"}
        checked={data.monthly}
        onCheckedChange={(on) =>
          change.mutate(on, {
            onSuccess: ({ message = "Changed" }) => toast({ title: message }),
            onError: (failure) => toastError("Not changed", errorText(failure, failure.message)),
          })
        }
      />
      <p className="text-sm text-soft">
        On the first of each month these numbers are sent to everybody who gets notices.
      </p>
    </div>
  );
}

/** The numbers of a report, as a list and as charts. */
export function Numbers({ report }: { report: Report }) {
  const { conversations, answeredInTime, medianReplySeconds, contacts, taps, views } = report;
  const figures: [name: string, value: string, meaning: string][] = [
    ["Conversations", String(conversations), "People who wrote in the chat."],
    [
      "Answered in time",
      conversations === 0 ? "–" : `${answeredInTime} of ${conversations}`,
      "Within 15 minutes. Only opening hours count.",
    ],
    ["Time to an answer", duration(medianReplySeconds), halfOf(medianReplySeconds)],
    ["Contacts left", String(contacts), "People who left a phone number or e-mail."],
    ["Taps on the phone number", String(taps), "On a phone, each is most often a call."],
    ["Page views", String(views), "How often a page was opened."],
  ];
  return (
    <div className="grid gap-6">
      <div>
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {figures.map(([name, value, meaning]) => (
            <div key={name} className="rounded-xl bg-sunken p-3">
              <dt className="text-sm text-soft">{name}</dt>
              <dd className="mt-1 font-bold font-display text-xl">{value}</dd>
              <dd className="text-sm text-soft">{meaning}</dd>
            </div>
          ))}
        </dl>
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

/** What the time to an answer means. */
export function halfOf(seconds: number | null | undefined): string {
  if (seconds == null) return "Nobody was answered yet.";
  return `Half of them were answered within ${duration(seconds).replace("under ", "")}.`;
}

/** Such as "March 2026". */
function monthName(month: string): string {
  const options = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString("en-US", options);
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
