import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { accountQuery } from "@/api/admin/account";
import { claimReportQuery } from "@/api/admin/claims";
import { checklistQuery } from "@/api/admin/company";
import { reviewStatusQuery } from "@/api/admin/reviews";

/** How long the tabs wait for what stands above them. */
const patience = 1000;

/**
 * Whether it is known what stands above the tabs. What came later would move them, and a tap would
 * meet another button than the one that was aimed at.
 */
export function useNoticesKnown(): boolean {
  const pending = useQueries({
    queries: [accountQuery, checklistQuery, reviewStatusQuery, claimReportQuery],
    combine: (results) => results.some(({ isPending }) => isPending),
  });
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, patience, true);
    return () => clearTimeout(timer);
  }, []);
  return late || !pending;
}
