import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { type Company, companyQuery } from "@/api/admin/company";
import { PanelSheet } from "@/ui/admin/panel-sheet";
import { QueryError } from "@/ui/admin/query-error";
import { Tabs } from "@/ui/admin/tabs";
import { usePanel } from "@/ui/admin/use-panel";
import { Spinner } from "@/ui/spinner";
import { BrandForm } from "./brand-form";
import { BusinessForm } from "./business-form";
import { FormerFacts } from "./former-facts";
import { GoogleSection } from "./google-section";
import { OwnersPicture } from "./owners-picture";
import { PeopleForm } from "./people-form";
import { TextsForm } from "./texts-form";

const sections = [
  { value: "business", label: "Business", Form: BusinessForm },
  { value: "people", label: "People", Form: PeopleForm },
  { value: "brand", label: "Brand", Form: BrandForm },
  { value: "texts", label: "Page texts", Form: TextsForm },
];

/** The facts about the company, one section at a time. */
export function CompanySheet() {
  const { panel, open } = usePanel();
  const known = ["google", "former", ...sections.map(({ value }) => value)];
  const section = known.find((value) => value === panel?.section) ?? "business";
  return (
    <PanelSheet
      title="Company"
      wide
      help="What the whole site says about your business: name, phone, address, people and colors. Each section is saved by itself, and visitors see it at once. Under Google you connect your reviews. Former facts are old details, such as an earlier phone number, that may still stand in a text."
    >
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        <Tabs
          label="Sections of the company"
          value={section}
          onChange={(next) => open("company", next)}
          tabs={[
            ...sections.map(({ value, label, Form }) => ({
              value,
              label,
              panel: <Section name={value} Form={Form} />,
            })),
            { value: "google", label: "Google", panel: <GoogleSection /> },
            { value: "former", label: "Former facts", panel: <FormerFacts /> },
          ]}
        />
      </div>
    </PanelSheet>
  );
}

interface SectionProps {
  name: string;
  Form: ComponentType<{ company: Company }>;
}

/** A section, with the version of the company that is current when it is opened. */
function Section({ name, Form }: SectionProps) {
  const { data: company, error, refetch } = useQuery(companyQuery(name));
  if (!company) {
    return error ? (
      <QueryError what="the company" error={error} onRetry={() => void refetch()} />
    ) : (
      <Spinner label="Loading..." />
    );
  }
  return (
    <>
      {company.fromFile && (
        <p role="note" className="mb-4 rounded-lg border border-accent p-3 text-sm">
          These facts come from the site file that the server was started with, so they can only be
          read here. To change them, edit that file and restart the server, or start it without{" "}
          <code>--site</code>.
        </p>
      )}
      {name === "people" && <OwnersPicture />}
      <Form company={company} />
    </>
  );
}
