import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { Dialog } from "./dialog";
import { Toaster } from "./toaster";
import { toast, toasts } from "./toasts";
import { TooltipProvider } from "./tooltip";

beforeEach(() => {
  for (const { id } of toasts.snapshot()) toasts.dismiss(id);
});

test("F8 moves the focus from an open dialog to the toasts, and closing the toast returns it", async () => {
  const user = userEvent.setup();
  render(
    <TooltipProvider>
      <Dialog title="Hours" onClose={() => {}}>
        <form>
          <input aria-label="Opening Time" />
        </form>
      </Dialog>
      <Toaster />
    </TooltipProvider>,
  );
  const field = screen.getByLabelText("Opening Time");
  expect(field).toHaveFocus();
  act(() => toast({ title: "Saved" }));
  const list = screen.getByText("Saved").closest("ol");
  fireEvent.keyDown(field, { key: "F8", code: "F8" });
  expect(list).toHaveFocus();
  await user.tab();
  expect(list).toContainElement(document.activeElement as HTMLElement);
  await user.click(screen.getByText("Close", { selector: "ol button" }));
  await waitFor(() => expect(field).toHaveFocus());
});
