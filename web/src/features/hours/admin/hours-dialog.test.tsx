import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { DayHours } from "@/api/hours";
import { renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { HoursDialog } from "./hours-dialog";

function open(day: DayHours["day"], record?: DayHours) {
  renderWithPage(
    <TooltipProvider>
      <HoursDialog day={day} record={record} onClose={() => {}} />
    </TooltipProvider>,
  );
}

it.each([
  ["monday", "Until you save, the site shows 8:00 AM to 5:00 PM."],
  ["saturday", "Until you save, the site shows 9:00 AM to 2:00 PM."],
  ["sunday", "Until you save, the site shows Sunday as closed."],
] as const)("says which default visitors see for %s until it is saved", (day, note) => {
  open(day);
  expect(screen.getByText(note)).toBeVisible();
  expect(screen.getByLabelText("Opening Time")).toHaveValue("9:00 AM");
});

it("does not mention the default for a saved day", () => {
  open("monday", { day: "monday", openTime: "7:00 AM", closeTime: "3:00 PM", isClosed: false });
  expect(screen.queryByText(/^Until you save/)).not.toBeInTheDocument();
});
