import { useQuery } from "@tanstack/react-query";
import { type Company, companyQuery } from "@/api/admin/company";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { QueryError } from "@/ui/admin/query-error";
import { Tabs } from "@/ui/admin/tabs";
import { usePanel } from "@/ui/admin/use-panel";
import { Spinner } from "@/ui/spinner";
import { BrandForm } from "./brand-form";
import { BusinessForm } from "./business-form";
import { PeopleForm } from "./people-form";
import { TextsForm } from "./texts-form";

const sections = ["business", "people", "brand", "texts"] as const;

/** The facts about the company, one section at a time. */
export function CompanySheet() {
  const { data: company, error, refetch } = useQuery(companyQuery);
  return (
    <PanelSheet title="Company" wide>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {company && <Sections company={company} />}
        {!company && error && (
          <QueryError what="the company" error={error} onRetry={() => void refetch()} />
        )}
        {!company && !error && <Spinner label="Loading..." />}
      </div>
    </PanelSheet>
  );
}

function Sections({ company }: { company: Company }) {
  const { panel, open } = usePanel();
  const section = sections.find((name) => name === panel?.section) ?? "business";
  return (
    <>
      {company.fromFile && (
        <p role="note" className="mb-4 rounded-lg border border-accent p-3 text-sm">
          These facts come from the site file that the server was started with, so they can only be
          read here. To change them, edit that file and restart the server, or start it without{" "}
          <code>--site</code>.
        </p>
      )}
      <Tabs
        label="Sections of the company"
        value={section}
        onChange={(next) => open("company", next)}
        tabs={[
          { value: "business", label: "Business", panel: <BusinessForm company={company} /> },
          { value: "people", label: "People", panel: <PeopleForm company={company} /> },
          { value: "brand", label: "Brand", panel: <BrandForm company={company} /> },
          { value: "texts", label: "Page texts", panel: <TextsForm company={company} /> },
        ]}
      />
    </>
  );
}
