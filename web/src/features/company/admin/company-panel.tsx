import { LazyPanel, lazySheet } from "@/ui/admin/panel-sheet";

const CompanySheet = lazySheet(
  "Company",
  async () => (await import("./company-sheet")).CompanySheet,
);

/** The facts about the company, as the panel "company". */
export function CompanyPanel() {
  return (
    <LazyPanel name="company">
      <CompanySheet />
    </LazyPanel>
  );
}
