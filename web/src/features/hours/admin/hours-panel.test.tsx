import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockApi, renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { HoursPanel } from "./hours-panel";

it("section 2, Business Hours tab: a day without a record is 'Not set', neither open nor closed", async () => {
  mockApi({
    "/api/admin/special-days": [],
    "/api/admin/business-hours": [
      { day: "monday", openTime: "7:00 AM", closeTime: "3:00 PM", isClosed: false },
      { day: "tuesday", openTime: "", closeTime: "", isClosed: true },
    ],
  });
  renderWithPage(
    <TooltipProvider>
      <HoursPanel />
    </TooltipProvider>,
  );
  await screen.findByRole("table");
  const cells = (day: string) =>
    within(screen.getByRole("row", { name: new RegExp(`^${day}`) }))
      .getAllByRole("cell")
      .slice(1, 4)
      .map(({ textContent }) => textContent);
  expect(cells("Monday")).toEqual(["7:00 AM", "3:00 PM", "Open"]);
  expect(cells("Tuesday")).toEqual(["-", "-", "Closed"]);
  // The public pages show Wednesday as open and Sunday as closed until they are saved.
  expect(cells("Wednesday")).toEqual(["Not set", "Not set", "Not set"]);
  expect(cells("Sunday")).toEqual(["Not set", "Not set", "Not set"]);
  const note = (day: string) => screen.getByText(day).dataset.note;
  expect(note("Monday")).toBeUndefined();
  expect(note("Wednesday")).toBe("Visitors see 8:00 AM to 5:00 PM");
  expect(note("Sunday")).toBe("Visitors see that you are closed");
});
