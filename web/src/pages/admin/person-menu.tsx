import {
  Activity,
  Building2,
  ChartColumn,
  ChevronDown,
  CircleUserRound,
  HeartPulse,
  History,
  ListChecks,
  Users,
} from "lucide-react";
import type { User } from "@/api/admin/auth";
import { headerClass } from "@/ui/admin/header-class";
import { Menu } from "@/ui/admin/menu";
import { usePanel } from "@/ui/admin/use-panel";
import { Button } from "@/ui/button";

const panels = [
  { name: "company", label: "Company", icon: <Building2 aria-hidden /> },
  { name: "month", label: "This month", icon: <ChartColumn aria-hidden /> },
  { name: "changes", label: "Recent changes", icon: <History aria-hidden /> },
  { name: "people", label: "People", icon: <Users aria-hidden /> },
  { name: "activity", label: "Activity", icon: <Activity aria-hidden /> },
  { name: "health", label: "Site health", icon: <HeartPulse aria-hidden /> },
  { name: "account", label: "Account", icon: <CircleUserRound aria-hidden /> },
];

/** The menu under the person's name. It opens the panels that have no button of their own. */
export function PersonMenu({ user, onFirstSteps }: { user: User; onFirstSteps: () => void }) {
  const { open } = usePanel();
  const name = user.fullName || user.username;
  return (
    <Menu
      tooltip={name}
      button={
        <Button variant="ghost" size="small" className={`gap-1.5 ${headerClass}`}>
          <CircleUserRound aria-hidden className="size-5" />
          <span className="lg:sr-only">
            Menu<span className="sr-only"> of </span>
          </span>
          <span className="max-w-40 truncate max-lg:sr-only">{name}</span>
          <ChevronDown aria-hidden className="size-4 max-lg:hidden" />
        </Button>
      }
      items={[
        ...panels.map((panel) => ({ ...panel, onSelect: () => open(panel.name) })),
        { label: "First steps", icon: <ListChecks aria-hidden />, onSelect: onFirstSteps },
      ]}
    />
  );
}
