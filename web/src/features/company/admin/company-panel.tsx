import { lazy } from "react";
import { LazyPanel } from "@/ui/admin/panel-sheet";

const CompanySheet = lazy(async () => ({
  default: (await import("./company-sheet")).CompanySheet,
}));

/** The facts about the company, as the panel "company". */
export function CompanyPanel() {
  return (
    <LazyPanel name="company" title="Company">
      <CompanySheet />
    </LazyPanel>
  );
}
