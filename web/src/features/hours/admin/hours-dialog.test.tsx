import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { neverSaved } from "@/api/admin/client";
import type { DayHours } from "@/api/hours";
import { renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { HoursDialog } from "./hours-dialog";

// Its calls are tested where it is.
vi.mock("@/editing/preview/draft-preview", () => ({ DraftPreview: () => null }));

const saves: unknown[] = [];

async function open(day: DayHours["day"], record?: DayHours) {
  saves.length = 0;
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    if (method === "POST") saves.push(JSON.parse(String(body)));
    return Response.json({ success: true, data: record ? [record] : [] });
  });
  const { user } = renderWithPage(
    <TooltipProvider>
      <HoursDialog day={day} record={record} onClose={() => {}} />
    </TooltipProvider>,
  );
  await screen.findByLabelText("Opening Time");
  return user;
}

it.each([
  ["monday", "Until you save, the site shows 8:00 AM to 5:00 PM."],
  ["saturday", "Until you save, the site shows 9:00 AM to 2:00 PM."],
  ["sunday", "Until you save, the site shows Sunday as closed."],
] as const)("says which default visitors see for %s until it is saved", async (day, note) => {
  await open(day);
  expect(screen.getByText(note)).toBeVisible();
  expect(screen.getByLabelText("Opening Time")).toHaveValue("9:00 AM");
});

it("takes over what visitors see in one tap", async () => {
  const user = await open("monday");
  await user.click(
    screen.getByRole("button", { name: "Use 8:00 AM to 5:00 PM, as visitors see now" }),
  );
  expect(screen.getByLabelText("Opening Time")).toHaveValue("8:00 AM");
  expect(screen.getByLabelText("Closing Time")).toHaveValue("5:00 PM");
});

it("points out beside the field a time that cannot be read", async () => {
  const user = await open("monday");
  const field = screen.getByLabelText("Closing Time");
  expect(field).toHaveAccessibleDescription("");
  await user.clear(field);
  await user.type(field, "five");
  expect(field).toHaveAccessibleDescription(/“five” is not understood as a time/);
  expect(screen.getByLabelText("Opening Time")).toHaveAccessibleDescription("");
});

it("does not mention the default for a saved day", async () => {
  await open("monday", {
    day: "monday",
    openTime: "7:00 AM",
    closeTime: "3:00 PM",
    isClosed: false,
  });
  expect(screen.queryByText(/^Until you save/)).not.toBeInTheDocument();
});

const monday: DayHours = {
  day: "monday",
  openTime: "8:00 AM",
  closeTime: "5:00 PM",
  isClosed: false,
};

it("says while typing what visitors will see and lose", async () => {
  const user = await open("monday", monday);
  const line = () => screen.getByText("Visitors will see:").closest("[role=status]");
  expect(line()).toHaveTextContent(/^Visitors will see: Monday: 8:00 AM to 5:00 PM$/);
  await user.clear(screen.getByLabelText("Opening Time"));
  await user.type(screen.getByLabelText("Opening Time"), "sunrise");
  expect(line()).toHaveTextContent('Monday: sunrise to 5:00 PM"sunrise" is not a time');
  await user.click(screen.getByRole("switch", { name: "Closed on Monday" }));
  expect(line()).toHaveTextContent(/^Visitors will see: Monday: Closed$/);
});

it("saves a second interval, and copies the hours to the weekdays", async () => {
  const user = await open("monday", monday);
  await user.click(screen.getByRole("button", { name: "Add Hours After a Break" }));
  expect(screen.getByText(/8:00 AM to 12:00 PM, 1:00 PM to 5:00 PM/)).toBeVisible();
  await user.click(screen.getByRole("switch", { name: "Copy to weekdays" }));
  await user.click(screen.getByRole("button", { name: "Save Changes" }));
  expect(saves).toEqual([
    {
      day: "monday",
      openTime: "8:00 AM",
      closeTime: "12:00 PM",
      isClosed: false,
      secondOpenTime: "1:00 PM",
      secondCloseTime: "5:00 PM",
      copyTo: ["tuesday", "wednesday", "thursday", "friday"],
      basedOn: neverSaved,
    },
  ]);
});
