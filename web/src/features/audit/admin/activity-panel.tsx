import { LazyPanel, lazySheet } from "@/ui/admin/panel-sheet";

const ActivitySheet = lazySheet(
  "Activity",
  async () => (await import("./activity-sheet")).ActivitySheet,
);

/** The audit log, as the panel "activity". */
export function ActivityPanel() {
  return (
    <LazyPanel name="activity">
      <ActivitySheet />
    </LazyPanel>
  );
}
