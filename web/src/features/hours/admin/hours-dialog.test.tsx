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
] as const)("says what visitors read about %s before it is saved", (day, note) => {
  open(day);
  expect(screen.getByText(note)).toBeVisible();
  expect(screen.getByLabelText("Opening Time")).toHaveValue("9:00 AM");
});

it("says nothing of the kind about a day that was saved", () => {
  open("monday", { day: "monday", openTime: "7:00 AM", closeTime: "3:00 PM", isClosed: false });
  expect(screen.queryByText(/^Until you save/)).not.toBeInTheDocument();
});
