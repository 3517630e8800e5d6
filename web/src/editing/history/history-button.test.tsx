import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderWithPage } from "@/testing/render";
import { TooltipProvider } from "@/ui/admin/tooltip";
import { HistoryButton } from "./history-button";

vi.mock("./version-list", () => {
  throw new Error("gone");
});

test("says so if the history cannot be loaded", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { user } = renderWithPage(
    <TooltipProvider>
      <HistoryButton record={{ kind: "post", id: "1" }} onRestored={() => {}} />
    </TooltipProvider>,
  );
  await user.click(screen.getByRole("button", { name: "History" }));
  expect(await screen.findByText(/This part could not be loaded/)).toBeVisible();
});
