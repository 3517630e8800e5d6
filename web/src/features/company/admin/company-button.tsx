import { Building2 } from "lucide-react";
import { lazy } from "react";
import { LazyPanel } from "@/ui/admin/panel-sheet";
import { Tooltip } from "@/ui/admin/tooltip";
import { usePanel } from "@/ui/admin/use-panel";
import { Button } from "@/ui/button";

const CompanySheet = lazy(async () => ({
  default: (await import("./company-sheet")).CompanySheet,
}));

/** Opens the facts about the company. */
export function CompanyButton() {
  const { open } = usePanel();
  return (
    <>
      <Tooltip text="Company" onlyNarrow>
        <Button
          variant="ghost"
          size="small"
          className="max-sm:px-3"
          onClick={() => open("company")}
        >
          <Building2 aria-hidden className="size-5" />
          <span className="max-sm:sr-only">Company</span>
        </Button>
      </Tooltip>
      <LazyPanel name="company" title="Company">
        <CompanySheet />
      </LazyPanel>
    </>
  );
}
