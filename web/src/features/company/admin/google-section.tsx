import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { errorText } from "@/api/admin/client";
import {
  type GoogleAnswer,
  type GoogleSettings,
  googleQuery,
  useFinishGoogle,
} from "@/api/admin/google";
import { reviewStatusQuery } from "@/api/admin/reviews";
import { QueryError } from "@/ui/admin/query-error";
import { toast } from "@/ui/admin/toasts";
import { Spinner } from "@/ui/spinner";
import { ConnectGoogle } from "./google-connect";
import { DisconnectGoogle } from "./google-disconnect";
import { GoogleLocations } from "./google-locations";

/** Connects the company's Google reviews. */
export function GoogleSection() {
  const { data: settings, error, refetch } = useQuery(googleQuery);
  const finish = useConsentAnswer();
  if (finish.isPending) return <Spinner label="Connecting..." />;
  if (!settings) {
    return error ? (
      <QueryError what="the connection" error={error} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading..." />
    );
  }
  return (
    <div className="grid gap-5 py-4">
      {finish.error && (
        <p role="alert" className="rounded-lg border border-accent p-3">
          {errorText(finish.error, finish.error.message)}
        </p>
      )}
      {settings.fixed ? (
        <p className="text-soft">
          <strong>Connected.</strong> The access to Google is set where the server is started, so it
          can only be changed there.
        </p>
      ) : (
        <Connection settings={settings} />
      )}
    </div>
  );
}

function Connection({ settings }: { settings: GoogleSettings }) {
  const { data: status } = useQuery(reviewStatusQuery);
  const lost =
    settings.unreadable || (settings.location !== "" && !settings.connected) || status?.needsOwner;
  if (!settings.connected && !lost) {
    return (
      <>
        <p className="text-soft">
          Connect the Google account that manages your business profile, and the home page shows
          what your customers wrote there, newest first, none left out.
        </p>
        <ConnectGoogle settings={settings} />
      </>
    );
  }
  return (
    <>
      {lost ? (
        <div role="alert" className="grid gap-3 rounded-lg border border-accent p-3">
          <p>
            {status?.problem ||
              "The stored permission cannot be used any more. Choose Connect again."}
          </p>
          <ConnectGoogle settings={settings} again />
        </div>
      ) : (
        settings.location !== "" && (
          <div>
            <p>
              <strong>Connected:</strong> {settings.locationTitle}
            </p>
            <p className="text-sm text-soft">{status && reviewLine(status)}</p>
          </div>
        )
      )}
      {settings.connected && !lost && <GoogleLocations settings={settings} />}
      <DisconnectGoogle />
    </>
  );
}

function reviewLine({ count, problem }: { count: number; problem: string }): string {
  if (problem) return problem;
  if (count === 0) return "There are no reviews yet.";
  return count === 1 ? "1 review is shown." : `${count} reviews are shown.`;
}

/** Sends on the answer with which Google has sent the browser here, and removes it from the URL. */
function useConsentAnswer() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const finish = useFinishGoogle();
  const parameters = new URLSearchParams(search);
  const state = parameters.get("state");
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is sent once
  useEffect(() => {
    if (state === null) return;
    const answer: GoogleAnswer = { state };
    const code = parameters.get("code");
    const error = parameters.get("error");
    if (code) answer.code = code;
    if (error) answer.error = error;
    navigate(`${path}?panel=company&section=google`, { replace: true });
    finish.mutate(answer, { onSuccess: () => toast({ title: "Google is connected" }) });
  }, [state]);
  return finish;
}
