import { LazyPanel, lazySheet } from "@/ui/admin/panel-sheet";

const HealthSheet = lazySheet(
  "Site health",
  async () => (await import("./health-sheet")).HealthSheet,
);

/** Site health, as the panel "health". */
export function HealthPanel() {
  return (
    <LazyPanel name="health">
      <HealthSheet />
    </LazyPanel>
  );
}
