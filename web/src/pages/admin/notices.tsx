import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { accountQuery } from "@/api/admin/account";
import { claimReportQuery } from "@/api/admin/claims";
import { checklistQuery } from "@/api/admin/company";
import { reviewStatusQuery } from "@/api/admin/reviews";
import { SetupPrompt } from "@/features/auth/admin/setup-prompt";
import { ClaimStatus } from "@/features/claims/admin/claim-status";
import { GettingStarted } from "@/features/company/admin/getting-started";
import { ReviewStatus } from "@/features/reviews/admin/review-status";
import { Spinner } from "@/ui/spinner";

/** How long the tabs wait for what stands above them. */
const patience = 1000;

interface NoticesProps {
  /** How often the first steps were opened from the menu. */
  firstSteps: number;
  /** The tabs. */
  children: ReactNode;
}

/**
 * What people should know or do, above the tabs. What is known too late stands below them this time:
 * above, it would move them, and a tap would meet another button than the one that was aimed at.
 */
export function Notices({ firstSteps, children }: NoticesProps) {
  const known = useQueries({
    queries: [accountQuery, checklistQuery, reviewStatusQuery, claimReportQuery],
    combine: (results) => results.map(({ isPending }) => !isPending),
  });
  const notices = [
    <SetupPrompt key="account" />,
    <GettingStarted key="checklist" asked={firstSteps} />,
    <ReviewStatus key="reviews" />,
    <ClaimStatus key="claims" />,
  ];
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, patience, true);
    return () => clearTimeout(timer);
  }, []);
  // Which of them were known when the tabs came.
  const [inTime, setInTime] = useState<boolean[]>();
  if (!inTime) {
    if (late || known.every(Boolean)) setInTime(known);
    return <Spinner label="Loading..." />;
  }
  return (
    <>
      {notices.filter((_, i) => inTime[i])}
      {children}
      {!inTime.every(Boolean) && <div className="mt-4">{notices.filter((_, i) => !inTime[i])}</div>}
    </>
  );
}
