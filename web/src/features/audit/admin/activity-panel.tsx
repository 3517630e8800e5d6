import { lazy } from "react";
import { LazyPanel } from "@/ui/admin/panel-sheet";

const ActivitySheet = lazy(async () => ({
  default: (await import("./activity-sheet")).ActivitySheet,
}));

/** The audit log, as the panel "activity". */
export function ActivityPanel() {
  return (
    <LazyPanel name="activity" title="Activity">
      <ActivitySheet />
    </LazyPanel>
  );
}
