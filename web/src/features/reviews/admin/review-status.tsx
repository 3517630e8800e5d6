import { useQuery } from "@tanstack/react-query";
import { Star, TriangleAlert } from "lucide-react";
import { Link } from "wouter";
import { reviewStatusQuery, type ReviewStatus as Status } from "@/api/admin/reviews";
import { usePage } from "@/domain/page-data";

/** Shows when the Google reviews were last fetched, and what to do if that fails. */
export function ReviewStatus() {
  const { identity } = usePage();
  const { data: status } = useQuery(reviewStatusQuery);
  if (!status) return null;
  const fetched = sentence(status, identity.timeZone);
  if (!status.problem) {
    return (
      <p className="mb-4 flex items-start gap-2 text-sm text-soft">
        <Star aria-hidden className="mt-0.5 size-4 flex-none" />
        <span>
          {fetched}
          {!status.configured && <ConnectLink>Connect Google</ConnectLink>}
        </span>
      </p>
    );
  }
  return (
    <p
      role="status"
      className="mb-4 flex items-start gap-3 rounded-xl border border-accent bg-surface p-3"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 flex-none text-accent" />
      {/* Names of settings can be wider than a phone. */}
      <span className="min-w-0 wrap-anywhere">
        {fetched} {status.problem}
        {status.needsOwner && <ConnectLink>Connect again</ConnectLink>}
      </span>
    </p>
  );
}

function ConnectLink({ children }: { children: string }) {
  return (
    <>
      {" "}
      <Link
        href="/admin?panel=company&section=google"
        className="inline-flex min-h-6 items-center font-semibold underline"
      >
        {children}
      </Link>
    </>
  );
}

function sentence({ configured, count, asOf, problem }: Status, timeZone: string): string {
  if (!configured) return "Google reviews are not connected, so the home page shows none.";
  if (!asOf) {
    return problem
      ? "Google reviews could not be fetched yet."
      : "Google reviews are being fetched for the first time.";
  }
  const when = new Date(asOf).toLocaleString("en-US", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  });
  const shown = count === 1 ? "1 Google review" : `${count} Google reviews`;
  return `${shown}, last fetched ${when}.`;
}
