import { useQuery } from "@tanstack/react-query";
import { type SessionInfo, sessionsQuery, useEndSessions } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import { useTime } from "@/domain/admin/times";
import { Badge } from "@/ui/admin/badge";
import { QueryError } from "@/ui/admin/query-error";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";
import { AccountSection } from "./account-section";

export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const end = useEndSessions();
  const endSession = (id?: string) =>
    end.mutate(id, {
      onSuccess: ({ message }) => toast({ title: message ?? "Session ended" }),
      onError: (failure) => toastError("Not ended", errorText(failure, failure.message)),
    });
  return (
    <AccountSection
      title="Active sessions"
      description="Where you are logged in. End what you do not know, then change your password."
    >
      {!sessions && !error && <Spinner label="Loading sessions..." />}
      {error && <QueryError what="your sessions" error={error} onRetry={refetch} />}
      {sessions && (
        <ul className="grid gap-2">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              pending={end.isPending}
              onEnd={() => endSession(session.id)}
            />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button
          variant="outline"
          size="small"
          className="justify-self-start"
          disabled={end.isPending}
          onClick={() => endSession()}
        >
          End All Other Sessions
        </Button>
      )}
    </AccountSection>
  );
}

interface SessionRowProps {
  session: SessionInfo;
  pending: boolean;
  onEnd: () => void;
}

function SessionRow({ session, pending, onEnd }: SessionRowProps) {
  const time = useTime();
  const browser = session.browser || "Unknown browser";
  return (
    <li className="flex items-center gap-3 rounded-xl border border-line px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{browser}</p>
        <p className="break-words text-sm text-soft">
          {/* A network of one client is written as its IP. */}
          Last used {time(session.lastSeenAt)}
          {session.network && `, from ${session.network.replace(/\/32$/, "")}`}
        </p>
      </div>
      {session.current ? (
        <Badge variant="success">This one</Badge>
      ) : (
        <Button
          variant="ghost"
          size="small"
          aria-label={`End session: ${browser}, last used ${time(session.lastSeenAt)}`}
          disabled={pending}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}
