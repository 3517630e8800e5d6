import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { type AuditEvent, auditQuery } from "@/api/admin/audit";
import { useTime } from "@/domain/admin/times";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { QueryError } from "@/ui/admin/query-error";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { describeEvent, describePerson } from "./sentences";

/** Who signed in, who was refused, and what was done to people and credentials. */
export function ActivitySheet() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(auditQuery);
  const events = data?.pages.flat();
  return (
    <PanelSheet
      title="Activity"
      help="Who signed in, who was refused, and what was done to accounts. Credentials are what somebody signs in with: a password, a passkey, an authenticator app or recovery codes. Changes of texts and pictures are under Recent changes."
    >
      <section
        aria-label="What happened"
        // Nothing inside it can be focused, so the keyboard could not scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto p-4 sm:p-5"
      >
        {!events && !error && <Spinner label="Loading activity..." />}
        {!events && error && <QueryError what="the activity" error={error} onRetry={refetch} />}
        {events?.length === 0 && (
          <EmptyState icon={<ScrollText />} title="Nothing happened yet">
            Sign-ins and changes to people appear here.
          </EmptyState>
        )}
        {events && events.length > 0 && (
          <>
            <p className="text-sm text-soft">
              Sign-ins, refused calls, people and credentials. Events are kept for 400 days.
            </p>
            <ul aria-label="Activity" className="mt-4 divide-y divide-line border-line border-y">
              {events.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </ul>
          </>
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
      </section>
    </PanelSheet>
  );
}

const alarming = new Set<AuditEvent["action"]>(["sign_in_failed", "refused"]);

function EventRow({ event }: { event: AuditEvent }) {
  const time = useTime();
  return (
    <li className="py-3">
      <p className="break-words">
        <span className="font-semibold">{describePerson(event)}</span>{" "}
        <span className={alarming.has(event.action) ? "text-bad" : undefined}>
          {describeEvent(event)}
        </span>
      </p>
      <p className="text-sm text-soft">
        <time dateTime={event.at}>{time(event.at)}</time>
        {event.clientIp && ` · ${event.clientIp}`}
      </p>
    </li>
  );
}
