import { LazyPanel, lazySheet } from "@/ui/admin/panel-sheet";

const ThisMonthSheet = lazySheet(
  "This month",
  async () => (await import("./this-month")).ThisMonthSheet,
);

/** The numbers of a month, as the panel "month". */
export function MonthPanel() {
  return (
    <LazyPanel name="month">
      <ThisMonthSheet />
    </LazyPanel>
  );
}
