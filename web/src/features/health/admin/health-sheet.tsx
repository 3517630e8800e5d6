import { useQuery } from "@tanstack/react-query";
import { CircleCheck, OctagonAlert, TriangleAlert } from "lucide-react";
import { errorText } from "@/api/admin/client";
import { type HealthLine, healthQuery, type SiteHealth, useStartBackup } from "@/api/admin/health";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { QueryError } from "@/ui/admin/query-error";
import { toast, toastError } from "@/ui/admin/toasts";
import { usePanel } from "@/ui/admin/use-panel";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { RecoverySheetActions } from "./recovery-sheet";

/** What needs attention, with what to do beside it. What is well is folded away. */
export function HealthSheet() {
  const { data, error, refetch, isFetching } = useQuery(healthQuery);
  return (
    <PanelSheet
      title="Site health"
      help="Whether everything behind the site works: its disk, backups, certificate and e-mail. What needs you is on top, with what to do about it; what is well is folded away. A backup is a copy of everything, from which the site can be brought back."
    >
      <section
        aria-label="Site health"
        // Its lines may have nothing to focus, so the keyboard could not scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-5"
      >
        {!data && !error && <Spinner label="Looking at the site..." />}
        {!data && error && <QueryError what="Site health" error={error} onRetry={refetch} />}
        {data && (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p role="status" className="font-semibold">
                {summary(data)}
              </p>
              <Button
                variant="outline"
                size="small"
                disabled={isFetching}
                onClick={() => void refetch()}
              >
                {isFetching ? "Checking..." : "Check Again"}
              </Button>
            </div>
            <Attention lines={data.lines.filter(({ level }) => level !== "ok")} />
            <Fine lines={data.lines.filter(({ level }) => level === "ok")} />
          </>
        )}
      </section>
    </PanelSheet>
  );
}

function summary({ level, lines }: SiteHealth): string {
  if (level === "ok") return "Everything is well.";
  const open = lines.filter((line) => line.level !== "ok").length;
  return open === 1 ? "1 thing needs attention." : `${open} things need attention.`;
}

function Attention({ lines }: { lines: HealthLine[] }) {
  if (lines.length === 0) return null;
  // The most serious first; otherwise in the server's order.
  const sorted = lines.toSorted((a, b) => rank[b.level] - rank[a.level]);
  return (
    <ul aria-label="Needs attention" className="mt-4 space-y-3">
      {sorted.map((line) => (
        <OpenLine key={line.name} line={line} />
      ))}
    </ul>
  );
}

const rank = { ok: 0, attention: 1, problem: 2 };

const marks = {
  problem: {
    border: "border-bad",
    icon: <OctagonAlert aria-hidden className="mt-0.5 size-5 flex-none text-bad" />,
    word: "Problem",
  },
  attention: {
    border: "border-accent",
    icon: <TriangleAlert aria-hidden className="mt-0.5 size-5 flex-none text-accent" />,
    word: "Attention",
  },
};

function OpenLine({ line }: { line: HealthLine }) {
  const mark = line.level === "problem" ? marks.problem : marks.attention;
  return (
    <li className={`flex gap-3 rounded-xl border bg-surface p-3 ${mark.border}`}>
      {mark.icon}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <h3 className="font-semibold text-base">
          <span className="sr-only">{mark.word}: </span>
          {line.title}
        </h3>
        <p className="mt-0.5">{line.text}</p>
        {line.details.length > 0 && (
          <ul className="mt-1 list-disc space-y-0.5 pl-5 text-sm">
            {line.details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        )}
        {line.advice && (
          <p className="mt-2 text-sm text-soft">
            <WholeFlags text={line.advice} />
          </p>
        )}
        <Action line={line} />
      </div>
    </li>
  );
}

/** A text in which a flag such as --backup-to is not broken at its hyphens. */
function WholeFlags({ text }: { text: string }) {
  return text.split(/(--[\w-]+)/).map((part) =>
    part.startsWith("--") ? (
      <code key={part} className="whitespace-nowrap">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

const panels: Record<string, string> = {
  messages: "Open Messages",
  people: "Open People",
  changes: "Open Recent Changes",
};

/** What can be done about a line at once. */
function Action({ line: { name, panel } }: { line: HealthLine }) {
  const { open } = usePanel();
  const label = panels[panel];
  if (name === "backup") return <BackupActions />;
  if (!label) return null;
  return (
    <Button variant="outline" size="small" className="mt-3" onClick={() => open(panel)}>
      {label}
    </Button>
  );
}

function BackupActions() {
  return (
    <>
      <BackUpNow /> <RecoverySheetActions />
    </>
  );
}

function BackUpNow() {
  const start = useStartBackup();
  return (
    <Button
      variant="outline"
      size="small"
      className="mt-3"
      disabled={start.isPending}
      onClick={() =>
        start.mutate(undefined, {
          onSuccess: () =>
            toast({ title: "Backup begun", description: "Check again in a minute to see it." }),
          onError: (failure) => toastError("No backup", errorText(failure, failure.message)),
        })
      }
    >
      Back Up Now
    </Button>
  );
}

function Fine({ lines }: { lines: HealthLine[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="mt-5 border-line border-t pt-2">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <CircleCheck aria-hidden className="size-5 flex-none text-good" />
        {lines.length === 1 ? "1 thing is well" : `${lines.length} things are well`}
      </summary>
      <ul aria-label="Is well" className="mt-2 divide-y divide-line">
        {lines.map((line) => (
          <li key={line.name} className="py-2.5 wrap-anywhere">
            <h3 className="font-semibold text-base">{line.title}</h3>
            <p className="text-sm text-soft">{line.text}</p>
            {line.name === "backup" && <BackupActions />}
          </li>
        ))}
      </ul>
    </details>
  );
}
