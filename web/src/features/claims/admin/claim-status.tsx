import { useQuery } from "@tanstack/react-query";
import { ShieldCheck, TriangleAlert } from "lucide-react";
import { type ClaimReport, claimReportQuery } from "@/api/admin/claims";

const kinds: Record<string, string> = {
  company: "Company",
  content: "Site content",
  service: "Service",
  post: "Blog post",
};

/** Says whether the published site has wording that advertising rules restrict, and where. */
export function ClaimStatus() {
  const { data: report } = useQuery(claimReportQuery);
  if (!report) return null;
  if (report.total === 0) {
    return (
      <p className="mb-4 flex items-start gap-2 text-sm text-soft">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 flex-none" />
        Wording check: {sentence(report)}
      </p>
    );
  }
  return (
    <details className="mb-4 rounded-xl border border-accent bg-surface p-3">
      <summary className="cursor-pointer">
        <TriangleAlert aria-hidden className="mr-2 inline size-5 text-accent" />
        Wording check: {sentence(report)}
      </summary>
      <ul className="mt-2 list-disc space-y-1 pl-6 text-sm wrap-anywhere">
        {(report.findings ?? []).map(({ kind, id, title, phrase, reason }) => (
          <li key={`${kind} ${id} ${phrase}`}>
            {kinds[kind]} “{title}”: <strong>{phrase}</strong>. {reason}
          </li>
        ))}
      </ul>
      <Rest report={report} />
    </details>
  );
}

function Rest({ report: { total, findings } }: { report: ClaimReport }) {
  const rest = total - (findings?.length ?? 0);
  if (rest <= 0) return null;
  return <p className="mt-2 text-sm">And {rest} more.</p>;
}

function sentence({ pages, total }: ClaimReport): string {
  return `${pages} pages, ${total} ${total === 1 ? "finding" : "findings"}`;
}
