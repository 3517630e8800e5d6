import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SpecialDay } from "@/api/hours";
import { renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { SpecialDaysPanel } from "./special-days-panel";

// Its calls are tested where it is.
vi.mock("@/editing/preview/draft-preview", () => ({ DraftPreview: () => null }));

beforeEach(() => {
  // Still November 25 in Texas.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-26T03:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const closed = (id: number, date: string, label: string): SpecialDay => ({
  id,
  date,
  endDate: date,
  isClosed: true,
  openTime: "",
  closeTime: "",
  label,
});

async function openPanel(days: SpecialDay[], saved: { status: number; message: string }) {
  const changes: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, { method, body }: RequestInit) => {
    if (method === "GET") return Response.json({ success: true, data: days });
    changes.push([method, path, body && JSON.parse(String(body))]);
    const { status, message } = saved;
    return Response.json({ success: status < 400, message, data: {} }, { status });
  });
  const { user } = renderWithPage(
    <TooltipProvider>
      <SpecialDaysPanel />
    </TooltipProvider>,
  );
  return { user, changes };
}

const ok = { status: 200, message: "" };

it("lists coming days first and marks those that are over", async () => {
  const days = [closed(1, "2026-11-24", "Move"), closed(2, "2026-11-25", "Visit")];
  await openPanel(days, ok);
  const items = await screen.findAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "November 25, 2026Visit: Closed",
    "November 24, 2026Move: ClosedPast",
  ]);
});

it("adds a holiday from the list", async () => {
  const { user, changes } = await openPanel([], ok);
  expect(await screen.findByText("No special days yet")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add Special Day" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.selectOptions(
    dialog.getByRole("combobox", { name: /^Holiday/ }),
    "Thanksgiving Day, November 26, 2026",
  );
  expect(dialog.getByText(/November 26 \(Thanksgiving Day\): Closed/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Add Special Day" }));
  expect(changes).toEqual([
    [
      "POST",
      "/api/admin/special-days",
      expect.objectContaining({ date: "2026-11-26", isClosed: true, label: "Thanksgiving Day" }),
    ],
  ]);
});

it("keeps what was typed and shows the server's message if a save is refused", async () => {
  const { user } = await openPanel([], { status: 409, message: "There is already an entry." });
  await user.click(await screen.findByRole("button", { name: "Add Special Day" }));
  const dialog = within(screen.getByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("First Day"), { target: { value: "2026-12-24" } });
  await user.click(dialog.getByRole("button", { name: "Add Special Day" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("There is already an entry.");
  expect(dialog.getByLabelText("First Day")).toHaveValue("2026-12-24");
});

it("asks before a day is deleted", async () => {
  const { user, changes } = await openPanel([closed(7, "2026-12-25", "Christmas Day")], ok);
  await user.click(await screen.findByRole("button", { name: "Delete Christmas Day" }));
  expect(changes).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Delete" }));
  expect(changes).toEqual([["DELETE", "/api/admin/special-days/7", undefined]]);
});
